/** For presses whose part is fetched first: of several, the last one counts. Each returns whether it still does. */
export function lastWish(): () => () => boolean {
  let last = 0
  return () => {
    last += 1
    const mine = last
    return () => mine === last
  }
}
