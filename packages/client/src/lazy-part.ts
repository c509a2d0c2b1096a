import { type ComponentType, lazy } from 'react'

/** A component in a file of its own, fetched when it is first drawn. */
export const lazyPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))
