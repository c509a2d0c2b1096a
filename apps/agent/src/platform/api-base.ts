/** Where the API is. Written into the page by whoever serves it, so that one build runs anywhere. */
export const apiBase: string =
  document.querySelector<HTMLMetaElement>('meta[name="cashbox-api-base"]')?.content.replace(/\/+$/, '') ?? '/api'
