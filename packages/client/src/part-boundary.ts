import { Component, type ReactNode } from 'react'
import { logFailure } from './log.ts'

interface PartBoundaryProps {
  /** Shown in place of a part that failed. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Catches a screen that could not be fetched, or that failed, so that the menu around it stays. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    logFailure('a screen failed', error)
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
