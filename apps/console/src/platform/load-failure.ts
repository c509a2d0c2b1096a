import { directionOf, type Language } from '@cashbox/contract'

/** For a browser that could load no file of words, so these are part of the program. */
const texts: Readonly<Record<Language, string>> = {
  en: 'The console could not be loaded. Please reload the page.',
  ru: 'Не удалось загрузить консоль. Обновите страницу.',
  es: 'No se pudo cargar la consola. Recargue la página.',
  fr: 'La console n’a pas pu être chargée. Rechargez la page.',
  tr: 'Konsol yüklenemedi. Lütfen sayfayı yenileyin.',
  ar: 'تعذّر تحميل وحدة التحكم. يُرجى إعادة تحميل الصفحة.',
}

export function showLoadFailure(root: HTMLElement, language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  root.replaceChildren(texts[language])
}
