/** Every http(s) URL in a plain text, in order, once each. */
export function findLinks(text: string): string[] {
  const found = text.match(/\bhttps?:\/\/[^\s<>"]+/gi) ?? []
  return [...new Set(found.map(withoutTrailingPunctuation))].filter((link) => URL.canParse(link))
}

// "Open https://example.com/x." or "(see https://example.com/x)": the end of the sentence isn't part of the address,
// while in "https://example.com/a_(b)" the parenthesis is.
function withoutTrailingPunctuation(link: string): string {
  const punctuation = link.includes('(') ? ".,;:!?'*]}" : ".,;:!?'*]})"
  let end = link.length
  while (punctuation.includes(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}
