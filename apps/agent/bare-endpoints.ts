import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[^?]+\.ts$/
/** All that a call in the app reads of an endpoint. */
const NEEDED = new Set(['method', 'path'])

/** Leaves method and path of the contract's endpoints: schemas, summaries and refusals are for the server. */
export const bareEndpoints = (): Plugin => ({
  name: 'bare-endpoints',
  apply: 'build',
  transform(code, id) {
    if (!CONTRACT.test(id)) return null
    let bare = code
    // From the end, so that what comes before keeps its place.
    for (const { start, end, kept } of endpointsIn(this.parse(code)).toReversed()) {
      const properties = kept.map((property) => code.slice(property.start, property.end))
      bare = `${bare.slice(0, start)}{ ${properties.join(', ')} }${bare.slice(end)}`
    }
    return { code: bare, map: null }
  },
})

type Program = ReturnType<ThisParameterType<Extract<Plugin['transform'], (...args: never) => unknown>>['parse']>

interface Span {
  readonly start: number
  readonly end: number
}

function endpointsIn({ body }: Program): readonly (Span & { readonly kept: readonly Span[] })[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
      const [call] = init.arguments
      if (init.callee.name !== 'endpoint' || call?.type !== 'ObjectExpression') return []
      const kept = call.properties.filter(
        (property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && NEEDED.has(property.key.name),
      )
      return [{ start: init.start, end: init.end, kept }]
    })
  })
}
