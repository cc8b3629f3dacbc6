import { Icon, type IconName } from '../base/icon.tsx'

interface Props {
  readonly icon: IconName
  readonly title: string
  readonly hint: string
}

/** Shown in place of a list that has no items. */
export const Empty = ({ icon, title, hint }: Props) => (
  <div class="empty">
    <Icon name={icon} />
    <p>
      <strong>{title}</strong>
    </p>
    <p class="soft">{hint}</p>
  </div>
)
