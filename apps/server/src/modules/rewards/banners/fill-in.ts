/** What a rule fills into the operator's texts. */
export interface FillIn {
  percentHundredths: number
  lapseDays?: number
}

/** A text of the operator with %percent% and %days% as the rule in force has them; as it stands where there is none. */
export function fillIn(text: string, rule: FillIn | null): string {
  if (rule === null) return text
  const percent = (rule.percentHundredths / 100).toString()
  return text.replaceAll('%percent%', percent).replaceAll('%days%', String(rule.lapseDays ?? ''))
}
