let triesAgain = 0

/**
 * Fetches a module by its dynamic import. A browser remembers for the life of a page that a module did not come, but only
 * under the address that it names in its error: a try that failed is made again under another one of the same file.
 */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const address = /https?:\/\/\S+?\.js/.exec(String(error))?.[0]
    if (address === undefined || new URL(address).origin !== location.origin) throw error
    triesAgain += 1
    return (await import(/* @vite-ignore */ `${address}?again=${triesAgain}`)) as Module
  }
}
