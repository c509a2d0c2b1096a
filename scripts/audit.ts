import { execFile } from 'node:child_process'

interface Report {
  readonly vulnerabilities: Readonly<Record<string, { readonly name: string; readonly severity: string }>>
}

const isReport = (json: unknown): json is Report =>
  typeof json === 'object' &&
  json !== null &&
  'vulnerabilities' in json &&
  typeof json.vulnerabilities === 'object' &&
  json.vulnerabilities !== null

/** Holes that do not concern us, with the reason. */
const explained: Readonly<Record<string, string>> = {}

/** Packages with a hole of high or critical severity that nothing explains; null if the answer is no report. */
export function findHoles(answer: string): string[] | null {
  let json: unknown
  try {
    json = JSON.parse(answer)
  } catch {
    return null
  }
  if (!isReport(json)) return null
  return Object.values(json.vulnerabilities)
    .filter(({ name, severity }) => ['high', 'critical'].includes(severity) && !Object.hasOwn(explained, name))
    .map(({ name, severity }) => `${name}: ${severity}`)
}

/** What npm says of the packages that run in production. It ends with an error where it found something. */
export const askAudit = () =>
  new Promise<string>((resolve) => {
    execFile('npm', ['audit', '--omit=dev', '--json'], { timeout: 30_000, maxBuffer: 2 ** 26 }, (_error, answer) =>
      resolve(answer),
    )
  })
