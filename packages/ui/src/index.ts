/**
 * The light parts. What needs @base-ui/react is imported by its own path, so that a first page does not carry it:
 * '@cashbox/ui/dialog' (Sheet), '@cashbox/ui/popover' (HelpPopover), '@cashbox/ui/tabs' (Tabs).
 * The parts of a desk, such as '@cashbox/ui/dense/data-table', need the style sheet '@cashbox/ui/dense.css'.
 */
export { type AmountRules, cleanAmount } from './amount.ts'
export { AmountInput, type AmountInputProps } from './amount-input.tsx'
export { Badge, type BadgeProps, type BadgeTone } from './badge.tsx'
export { type BarGroup, Bars, type BarsProps } from './bars.tsx'
export { BrandMark, BrandPattern } from './brand-mark.tsx'
export { Button, type ButtonProps, buttonClass } from './button.tsx'
export { Card, type CardProps, Notice, type NoticeProps, type NoticeTone } from './card.tsx'
export type { ChartTone } from './chart.ts'
export { Checkbox, type CheckboxProps } from './checkbox.tsx'
export { Choice, type ChoiceOption, type ChoiceProps } from './choice.tsx'
export { cn } from './cn.ts'
export { CodeInput, type CodeInputProps } from './code-input.tsx'
export { CopyButton, type CopyButtonProps } from './copy-button.tsx'
export { DateTime, type DateTimeProps } from './date-time.tsx'
export { Donut, type DonutProps, type DonutSegment } from './donut.tsx'
export { EmptyState, type EmptyStateProps } from './empty-state.tsx'
export { ErrorState, type ErrorStateProps } from './error-state.tsx'
export { Field, type FieldControl, type FieldProps } from './field.tsx'
export {
  type BoundFieldProps,
  bindText,
  type FieldForm,
  TextField,
  type TextName,
} from './form-fields.tsx'
export { IconButton, type IconButtonProps, IconLink, iconButtonClass } from './icon-button.tsx'
export { Row, RowGroup, type RowGroupProps, type RowProps } from './list-row.tsx'
export { MapSketch, type MapSketchProps } from './map-sketch.tsx'
export { Money, type MoneyProps } from './money.tsx'
export { hasMovedOn } from './moved-on.ts'
export { NativeSelect, type NativeSelectProps } from './native-select.tsx'
export { OfflineBanner, type OfflineBannerProps } from './offline-banner.tsx'
export { PasswordField } from './password-field.tsx'
export { PasswordInput, type PasswordInputProps } from './password-input.tsx'
export { PhoneInput, type PhoneInputProps } from './phone-input.tsx'
export { QrCode, type QrCodeProps, qrPath } from './qr-code.tsx'
export { Skeleton, type SkeletonProps } from './skeleton.tsx'
export { Spinner, type SpinnerProps } from './spinner.tsx'
export { TextInput, type TextInputProps } from './text-input.tsx'
export { Toaster, type ToasterProps, type ToastNotice } from './toast.tsx'
export { useDebounced } from './use-debounced.ts'
export { useLatePart } from './use-late-part.ts'
export { useTight } from './use-tight.ts'
