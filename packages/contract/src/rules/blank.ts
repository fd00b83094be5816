/** Whether nothing of a text can be seen: spaces, and the marks that keyboards and copied texts leave. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}
