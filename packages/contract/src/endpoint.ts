import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** Who may make a call: anyone, an agent with a valid session, a partner with a signature, or an operator. */
export type Access = 'public' | 'agent' | 'partner' | 'operator'

export interface Endpoint<
  Input extends ZodMiniType = ZodMiniType,
  Output extends ZodMiniType = ZodMiniType,
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST'
  /** Below the API base. A part that begins with a colon is a field of the input. */
  readonly path: `/${string}`
  readonly access: Who
  readonly summary: string
  /** The query of a GET, the JSON body of a POST, and the fields in the path. */
  readonly input: Input
  /** The `payload` of a success, or `FileAnswer`. Nothing else leaves the server. */
  readonly output: Output
  /** The refusals of this call, in addition to those that any call can return. */
  readonly refusals: readonly RefusalCode[]
  /** The reasons that only a field is refused for: the refusal itself is then `invalid_fields`. */
  readonly fieldRefusals: readonly RefusalCode[]
  /** Staff of a point may make it too: all of them, or those with one of these rights. Otherwise only its owner. */
  readonly staff?: 'all' | readonly StaffRight[]
  /** Also available during maintenance. */
  readonly duringMaintenance: boolean
  /** Accepts an `Idempotency-Key` header. */
  readonly idempotent: boolean
  /** The answer is long, the same for every caller and rarely changes, so a browser may cache and revalidate it. */
  readonly cacheable: boolean
  /** Only reads, and so much that a replica should answer where there is one. */
  readonly readsReplica: boolean
  /** Of the file that is the answer; none where the answer is JSON. */
  readonly files: readonly FileType[]
  /** The largest body of a POST, where that is more than usual. */
  readonly bodyBytes?: number
}

/** The method and the path of a call. */
export type CallLine = `${Endpoint['method']} /${string}`

/** What is left out is false, or empty. */
export type CallOptions<Input extends ZodMiniType, Output extends ZodMiniType> = Pick<Endpoint, 'summary'> &
  Partial<Omit<Endpoint<Input, Output>, 'method' | 'path' | 'access' | 'summary'>>

/** What the owner of a point may let its staff do. */
export const staffRights = ['deposit', 'withdraw', 'balance', 'reprint', 'statement', 'staff'] as const
export type StaffRight = (typeof staffRights)[number]

/** One HTTP call as a constant: the server binds a handler to it, the apps call it. */
export function endpoint<
  const Who extends Access,
  Input extends ZodMiniType = typeof Nothing,
  Output extends ZodMiniType = typeof Nothing,
>(line: CallLine, access: Who, call: CallOptions<Input, Output>): Endpoint<Input, Output, Who> {
  const [method, path] = line.split(' ') as [Endpoint['method'], Endpoint['path']]
  const off = { duringMaintenance: false, idempotent: false, cacheable: false, readsReplica: false }
  // The types of an omitted input and output are those of `Nothing`.
  const nothing = { input: Nothing, output: Nothing } as unknown as { input: Input; output: Output }
  return { method, path, access, refusals: [], fieldRefusals: [], files: [], ...off, ...nothing, ...call }
}

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileType = keyof typeof fileTypes

/** The answer of a call with `files`. It is sent while it is being made. */
export interface FileAnswer {
  /** Without its ending. */
  readonly name: string
  readonly type: FileType
  readonly content: AsyncIterable<Uint8Array | string>
  readonly headers?: Readonly<Record<string, string | number>>
}
export const FileAnswer = z.custom<FileAnswer>()

/** What the caller may send. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What the server works with after parsing. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What `payload` holds. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

export const Nothing = z.strictObject({})

/** The body of every answer that is not a success. */
export const Failure = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  fields: z.record(z.string(), z.string()),
  code: z.string(),
  request_id: z.string(),
})
export type Failure = z.infer<typeof Failure>
