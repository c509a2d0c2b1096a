// By path: the package's entry is what the apps carry to a phone, and this is not for them.
export {
  commonRefusals,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from '@cashbox/contract/openapi'
