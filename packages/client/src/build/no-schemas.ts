/** Replaces zod in the builds of the apps, which need only method, path and types of the contract. */
const absent = (): never => {
  throw new Error('the apps are built without schemas')
}

const schema: unknown = /* @__PURE__ */ new Proxy(() => {}, {
  apply: () => schema,
  get: (_target, name) => (name === 'parse' || name === 'safeParse' ? absent : schema),
})

/** @public Under the name that zod has. */
export { schema as z }
