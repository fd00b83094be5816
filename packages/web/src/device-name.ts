/** What a browser and its system are called, by the names that people know; undefined where the header tells none. */
export interface DeviceName {
  readonly browser: string
  readonly system: string
}

/** The first that fits wins: many browsers also name those that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/ Line\//, 'LINE'],
  [/FBAN|FBAV/, 'Facebook'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (list: typeof browsers, text: string): string | undefined => list.find(([sign]) => sign.test(text))?.[1]

/** Names a device by the user-agent header of its login. */
export function deviceNameOf(userAgent: string | null): DeviceName | undefined {
  const browser = nameIn(browsers, userAgent ?? '')
  const system = nameIn(systems, userAgent ?? '')
  return browser === undefined || system === undefined ? undefined : { browser, system }
}

/** Whether it is carried in a pocket, for the drawing beside it. */
export function isPhone(userAgent: string | null): boolean {
  return /Mobile|Android|iPhone|iPod/.test(userAgent ?? '')
}
