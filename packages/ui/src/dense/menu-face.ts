export const menuFaceClass =
  'inline-flex min-h-11 min-w-0 items-center gap-2 rounded-2xl px-3 text-base hover:bg-sunken active:bg-line data-popup-open:bg-sunken'
