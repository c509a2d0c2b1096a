/** Enough to compare with what the player says, too little to keep. */
export function maskPlayer(playerId: string): string {
  const characters = Array.from(playerId)
  if (characters.length <= 4) return `${characters[0] ?? ''}***`
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`
}
