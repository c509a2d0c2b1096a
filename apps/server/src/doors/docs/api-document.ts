// By path: the package's entry is what the apps carry to a phone, and this is not for them.
export {
  type DescribedApi,
  describedAgentApi,
  describeOperatorApi,
  describePartnerApi,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  withFiles,
} from '@cashbox/contract/openapi'
