/** One result of a verification of the trail: a fault or a remark. */
export interface TrailFinding {
  /** The practice of the trail; null for the installation's own. */
  readonly practiceId: string | null
  /** The number of the row; null when the finding concerns no single row. */
  readonly seq: number | null
  readonly what: string
}

/** The most findings that are listed. Further findings show nothing new, so they are only counted. */
const mostFindings = 100

/** The findings. Only a bounded number of them is kept. */
export class Findings {
  readonly listed: TrailFinding[] = []
  count = 0

  add(finding: TrailFinding): void {
    this.count++
    if (this.listed.length < mostFindings) this.listed.push(finding)
  }

  /** Adds all findings of another list. */
  addAll(other: Findings): void {
    for (const finding of other.listed) this.add(finding)
    this.count += other.count - other.listed.length
  }
}
