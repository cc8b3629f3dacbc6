interface Props {
  readonly label: string
  readonly done: number
  /** Undefined while the total is not known. */
  readonly total: number | undefined
  /** The progress in words. */
  readonly text: string
}

/** A progress bar for an action that takes a while. */
export const Bar = ({ label, done, total, text }: Props) => (
  <div class="import-bar">
    <progress aria-label={label} max={total ?? 1} {...(total !== undefined && { value: done })} />
    <p class="hint">{text}</p>
  </div>
)
