import * as v from 'valibot'
import type { PartyCaller } from '../../../platform/party-call.ts'
import type { SmsSender } from './sms.ts'
import { createThaiBulkSms, thaiBulkSmsTerms } from './thaibulksms.ts'
import { createTwilio, twilioTerms } from './twilio.ts'

/** What a sender is given beside its own terms. */
interface Surroundings {
  name: string
  /** Where senders of its family call us. */
  hookUrl: string
  send: PartyCaller
}

/** What a family wants to be told of in the settings, and the sender that is made of it. */
function family<Shape extends v.GenericSchema>(
  terms: Shape,
  make: (terms: v.InferOutput<Shape>, surroundings: Surroundings) => SmsSender,
) {
  return {
    terms,
    make(said: unknown, surroundings: Surroundings): SmsSender | { wrong: string } {
      const read = v.safeParse(terms, said)
      if (read.success) return make(read.output, surroundings)
      return { wrong: [...new Set(read.issues.map((issue) => v.getDotPath(issue) ?? 'it'))].join(', ') }
    },
  }
}

const families = {
  thaibulksms: family(thaiBulkSmsTerms, createThaiBulkSms),
  twilio: family(twilioTerms, createTwilio),
}

export const smsFamilies: readonly string[] = Object.keys(families)

/** Makes a sender of its row in the settings. Throws an Error in words, without a value in it, for one that cannot be. */
export function createSmsSender(
  { name, row }: { name: string; row: { family: string } },
  { publicUrl, callerOf }: { publicUrl: string; callerOf(party: string): PartyCaller },
): SmsSender {
  const { family: familyName, ...said } = row
  if (!isFamily(familyName)) throw new Error(`KRAPAO_SMS names ${name}, which sends no messages.`)
  const surroundings = { name, hookUrl: `${publicUrl}/api/hooks/${familyName}`, send: callerOf(name) }
  const sender = families[familyName].make(said, surroundings)
  if (!('wrong' in sender)) return sender
  throw new Error(`KRAPAO_PARTIES.${name} is not as the family ${familyName} wants it: ${sender.wrong}.`)
}

function isFamily(name: string): name is keyof typeof families {
  return Object.hasOwn(families, name)
}
