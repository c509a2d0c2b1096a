export { describedAgentApi } from './agent-document.ts'
export {
  type DescribedApi,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  type Parameter,
  withFiles,
} from './document.ts'
export { describeOperatorApi } from './operator-document.ts'
export { describePartnerApi } from './partner-document.ts'
export type { JsonSchema, Notes } from './schema.ts'
