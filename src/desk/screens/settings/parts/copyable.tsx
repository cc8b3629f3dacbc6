import { useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { say } from '../../../base/toasts.tsx'
import { words } from '../../../words/words.ts'

/** A secret that is shown once, with a button that copies it. */
export function Copyable({ label, value }: { readonly label: string; readonly value: string }) {
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
      <Button kind="primary" onClick={() => void copy()}>
        {security.copy}
      </Button>
    </div>
  )
}
