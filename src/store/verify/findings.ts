/** One thing that a verification of the trail has to say. */
export interface TrailFinding {
  /** The practice of the trail; null for the installation's own. */
  readonly practiceId: string | null
  /** The number of the row; null where it concerns no single row. */
  readonly seq: number | null
  readonly what: string
}

/** The most that are listed. More of them show nothing new, and are counted. */
const mostFindings = 100

/** The findings. Only a bounded number of them is kept. */
export class Findings {
  readonly listed: TrailFinding[] = []
  count = 0

  add(finding: TrailFinding): void {
    this.count++
    if (this.listed.length < mostFindings) this.listed.push(finding)
  }

  /** Takes over what another list holds. */
  addAll(other: Findings): void {
    for (const finding of other.listed) this.add(finding)
    this.count += other.count - other.listed.length
  }
}
