import type { Tag } from '../../contract/names.ts'

/** A tag with the colour that the practice gave it. */
export const TagChip = ({ tag }: { readonly tag: Tag }) => (
  <span class="tag-chip">
    <TagDot color={tag.color} />
    {tag.name}
  </span>
)

export const TagDot = ({ color }: { readonly color: string | null }) => (
  <span class="tag-dot" style={color === null ? undefined : { '--tag': color }} aria-hidden="true" />
)
