interface Props {
  readonly label: string
  readonly done: number
  /** Undefined while it is not known. */
  readonly total: number | undefined
  /** How far it is, in words. */
  readonly text: string
}

/** How far something is that takes a while. */
export const Bar = ({ label, done, total, text }: Props) => (
  <div class="import-bar">
    <progress aria-label={label} max={total ?? 1} {...(total !== undefined && { value: done })} />
    <p class="hint">{text}</p>
  </div>
)
