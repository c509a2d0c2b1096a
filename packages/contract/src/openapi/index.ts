export * from './agent.ts'
export {
  type DescribedApi,
  everyFieldRefusal,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from './document.ts'
export * from './operator.ts'
export * from './partner.ts'
export type { JsonSchema, Notes, Samples } from './schema.ts'
