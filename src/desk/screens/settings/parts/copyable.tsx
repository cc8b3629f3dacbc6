import { useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { say } from '../../../base/toasts.tsx'
import { words } from '../../../words/words.ts'

interface Props {
  readonly label: string
  readonly value: string
  /** Whether the text is always on its page. The copy button is then not the main button. */
  readonly stays?: boolean
}

/** A text with a button that copies it, such as a secret that is shown once. */
export function Copyable({ label, value, stays = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { security } = words.value
  const copy = async () => {
    field.current!.select()
    const copied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
    say(copied ? security.copied : security.notCopied)
  }
  return (
    <div class="copyable">
      <input ref={field} readOnly value={value} aria-label={label} spellcheck={false} />
      <Button kind={stays ? 'plain' : 'primary'} onClick={() => void copy()}>
        {security.copy}
      </Button>
    </div>
  )
}
