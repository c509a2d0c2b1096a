import { pageTags } from '@cashbox/contract/app-page'

/** Where the API is. The server writes it into the page, so that one build runs anywhere. */
export const apiBase: string =
  document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.apiBase}"]`)?.content.replace(/\/+$/, '') ?? '/api'
