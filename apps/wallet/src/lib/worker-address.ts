type AddressPolicy = { createScriptURL: (address: string) => string }
type PolicyMaker = { createPolicy: (name: string, rules: AddressPolicy) => AddressPolicy }

let policy: AddressPolicy | undefined

/** The address of a worker of ours, as Trusted Types want it: said to be ours by the one policy for it. */
export function trustedWorkerAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker }
  policy ??= trustedTypes?.createPolicy('krapao-workers', { createScriptURL: (text) => text })
  return policy?.createScriptURL(address) ?? address
}
