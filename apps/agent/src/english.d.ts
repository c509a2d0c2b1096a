declare module 'virtual:english/*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a file that imports is no longer one that declares
  const texts: import('@cashbox/client/merge-texts').CompiledTexts
  export default texts
}
