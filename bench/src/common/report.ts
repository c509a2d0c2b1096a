export type Figures = Record<string, number>

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** The last lines of a trial: what is wrong, and one JSON object with every figure. It fails if anything is wrong. */
export function finish(figures: object, problems: readonly string[] = []): void {
  for (const problem of new Set(problems)) print(`FAILED ${problem}`)
  print(JSON.stringify(figures))
  if (problems.length > 0) process.exitCode = 1
}
