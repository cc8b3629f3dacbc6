import { Icon, type IconName } from '../base/icon.tsx'

interface Props {
  readonly icon: IconName
  readonly title: string
  readonly hint: string
}

/** What stands where a list has nothing. */
export const Empty = ({ icon, title, hint }: Props) => (
  <div class="empty">
    <Icon name={icon} />
    <p>
      <strong>{title}</strong>
    </p>
    <p class="soft">{hint}</p>
  </div>
)
