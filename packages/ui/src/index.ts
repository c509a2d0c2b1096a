/**
 * The light parts. What needs @base-ui/react is imported by its own path, so that a first page does not carry it:
 * '@cashbox/ui/dialog' (Sheet), '@cashbox/ui/popover' (HelpPopover), '@cashbox/ui/tabs' (Tabs).
 * The parts of a desk, such as '@cashbox/ui/dense/data-table', need the style sheet '@cashbox/ui/dense.css'.
 */
export { type AmountRules, cleanAmount } from './amount.ts'
export { AmountInput, type AmountInputProps } from './amount-input.tsx'
export { type BarGroup, Bars, type BarsProps } from './bars.tsx'
export { BrandMark, BrandPattern } from './brand-mark.tsx'
export {
  Button,
  type ButtonProps,
  buttonClass,
  IconButton,
  type IconButtonProps,
  IconLink,
  iconButtonClass,
  Spinner,
  type SpinnerProps,
} from './button.tsx'
export {
  Badge,
  type BadgeProps,
  type BadgeTone,
  Callout,
  type CalloutProps,
  type CalloutTone,
  Card,
  type CardProps,
  Row,
  RowGroup,
  type RowGroupProps,
  type RowProps,
} from './card.tsx'
export { Choice, type ChoiceOption, type ChoiceProps } from './choice.tsx'
export { cn } from './cn.ts'
export { CodeInput, type CodeInputProps } from './code-input.tsx'
export { CopyButton, type CopyButtonProps } from './copy-button.tsx'
export { Donut, type DonutProps } from './donut.tsx'
export type { ChartTone, DonutSegment } from './donut-arcs.ts'
export {
  type BoundFieldProps,
  bindText,
  Field,
  type FieldControl,
  type FieldForm,
  type FieldProps,
  PasswordField,
  TextField,
  type TextName,
} from './form-fields.tsx'
export { hasMovedOn, useDebounced, useLatePart, useTight } from './hooks.ts'
export {
  Checkbox,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  PhoneInput,
  type PhoneInputProps,
  TextInput,
  type TextInputProps,
} from './inputs.tsx'
export { MapSketch, type MapSketchProps } from './map-sketch.tsx'
export { QrCode, type QrCodeProps, qrPath } from './qr-code.tsx'
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  Skeleton,
  type SkeletonProps,
} from './states.tsx'
export { OfflineBanner, type OfflineBannerProps, type Toast, Toaster, type ToasterProps } from './toast.tsx'
export { DateTime, type DateTimeProps, Money, type MoneyProps } from './values.tsx'
