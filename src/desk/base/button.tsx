import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** A button with only an icon; `label` is its name. */
  readonly label?: string
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** A busy button keeps the focus and does nothing. */
  readonly busy?: boolean
  readonly children?: ComponentChildren
}

export const Button = ({
  kind = 'plain',
  icon,
  label,
  type = 'button',
  busy,
  class: more,
  children,
  onClick,
  ...rest
}: Props) => (
  <button
    aria-label={label}
    title={label}
    {...rest}
    type={type}
    class={`button ${kind}${children === undefined ? ' bare' : ''}${more ? ` ${more}` : ''}`}
    aria-disabled={busy ? 'true' : rest['aria-disabled']}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)
