import { Icon } from '../../base/icon.tsx'
import type { Tag } from '../../contract/names.ts'

/** A tag with the colour that the practice gave it. */
export const TagChip = ({ tag }: { readonly tag: Tag }) => (
  <span class="tag-chip">
    {tag.alert ? <Icon name="alert" /> : <TagDot color={tag.color} />}
    {tag.name}
  </span>
)

export const TagDot = ({ color }: { readonly color: string | null }) => (
  <span class="tag-dot" style={color === null ? undefined : { '--tag': color }} aria-hidden="true" />
)
