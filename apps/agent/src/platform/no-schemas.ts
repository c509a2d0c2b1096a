/**
 * Replaces zod in the build of the app. The contract's constants are made with it, and the app needs of them only
 * method, path and types: the server parses what it takes and what it gives.
 */
const absent = (): never => {
  throw new Error('the app is built without schemas')
}

const schema: unknown = new Proxy(() => {}, {
  apply: () => schema,
  get: (_target, name) => (name === 'parse' || name === 'safeParse' ? absent : schema),
})

export {
  schema as _default,
  schema as array,
  schema as boolean,
  schema as email,
  schema as enum,
  schema as int,
  schema as literal,
  schema as maximum,
  schema as maxLength,
  schema as minimum,
  schema as minLength,
  schema as NEVER,
  schema as nullable,
  schema as number,
  schema as object,
  schema as omit,
  schema as optional,
  schema as overwrite,
  schema as pipe,
  schema as record,
  schema as refine,
  schema as regex,
  schema as strictObject,
  schema as string,
  schema as transform,
  schema as trim,
  schema as union,
  schema as unknown,
  schema as uuid,
}
