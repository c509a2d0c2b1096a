/**
 * The light parts. What needs @base-ui/react is imported by its own path, so that a first page does not carry it:
 * '@cashbox/ui/dialog' (Sheet), '@cashbox/ui/popover' (HelpPopover), '@cashbox/ui/tabs' (Tabs).
 * The parts of a desk, such as '@cashbox/ui/dense/drawer', need the style sheet '@cashbox/ui/dense.css'.
 */
export * from './amount.ts'
export * from './amount-field.tsx'
export * from './bars.tsx'
export * from './brand-mark.tsx'
export * from './button.tsx'
export * from './card.tsx'
export * from './choice.tsx'
export * from './cn.ts'
export * from './code-input.tsx'
export * from './copy-button.tsx'
export * from './donut.tsx'
export * from './form-fields.tsx'
export * from './hooks.ts'
export * from './inputs.tsx'
export * from './map-sketch.tsx'
export * from './qr-code.tsx'
export * from './states.tsx'
export * from './toast.tsx'
export * from './values.tsx'
