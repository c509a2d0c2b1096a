// The first that fits counts: browsers name those that they descend from as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameOf = (userAgent: string, names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** "Chrome, Android"; null when nothing is known of it. */
export function deviceName(userAgent: string | null): string | null {
  const names = [browsers, systems].map((list) => nameOf(userAgent ?? '', list)).filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : null
}
