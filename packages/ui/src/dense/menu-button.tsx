import { useLatePart } from '../hooks.ts'
import type { MenuProps } from './menu.tsx'
import { menuFaceClass } from './menu-face.ts'

const loadMenu = async () => (await import('./menu.tsx')).Menu

/** A button that opens a short list of things to do, with choices above them if need be. The list is fetched at the first press. */
export const MenuButton = (props: MenuProps) => {
  const { Part: Menu, isOpen, open, fetchAhead } = useLatePart(loadMenu)
  if (Menu) return <Menu {...props} isOpenFirst={isOpen} />
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isOpen || undefined}
      className={menuFaceClass}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={open}
    >
      {props.face}
      <span className="sr-only"> {props.label}</span>
    </button>
  )
}
