/**
 * Replaces zod in the builds of the apps. The contract's constants are made with it, and the apps need of them only
 * method, path and types: the server parses what it takes and what it gives.
 */
const absent = (): never => {
  throw new Error('the apps are built without schemas')
}

const schema: unknown = /* @__PURE__ */ new Proxy(() => {}, {
  apply: () => schema,
  get: (_target, name) => (name === 'parse' || name === 'safeParse' ? absent : schema),
})

export { schema as z }
