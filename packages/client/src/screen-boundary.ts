import { Component, type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { logFailure } from './log.ts'

/** A component in a separate file, fetched when it is first drawn. */
export const lazyPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))

interface ScreenBoundaryProps {
  /** Drawn in place of a screen that failed. */
  readonly failed: ComponentType<{ readonly onRetry: () => void }>
  readonly children?: ReactNode
}

/** Catches a screen that could not be fetched, or that failed, so that the menu around it stays. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    logFailure('a screen failed', error)
  }

  override render() {
    const { failed, children } = this.props
    return this.state.hasFailed ? createElement(failed, { onRetry: () => window.location.reload() }) : children
  }
}
