import type { ReactNode } from 'react'
import type { MetricName } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import { shortValueText } from './metric-text.ts'
import type { ChartDay } from './month-chart-data.ts'

interface PanelProps {
  metric: MetricName
  days: ChartDay[]
  /** The days of the whole month. */
  slots: number
  quota: number | undefined
}

/** What the month had come to at the end of each day, below its quota. */
export function MonthLine({ metric, days, slots, quota }: PanelProps) {
  const heights = days.map(({ value, reached = value }) => reached)
  const top = topOf([...heights, quota ?? 0])
  const points = heights.map((height, index) => `${index + 0.5},${100 - (height / top) * 100}`)
  return (
    <Panel metric={metric} slots={slots} top={top} quota={quota} className="h-24">
      {points.length > 0 && (
        <>
          <polygon
            points={[`0.5,100`, ...points, `${points.length - 0.5},100`].join(' ')}
            className="fill-accent opacity-10"
          />
          <polyline
            points={
              points.length > 1 ? points.join(' ') : `0.2,${points[0]!.split(',')[1]} 0.8,${points[0]!.split(',')[1]}`
            }
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-accent stroke-2 [stroke-linejoin:round]"
          />
        </>
      )}
    </Panel>
  )
}

/** Each day's own value. */
export function DayBars({
  metric,
  days,
  slots,
  quota,
  low,
}: PanelProps & { /** Below another panel. */ low: boolean }) {
  const top = topOf([...days.map(({ value }) => value), quota ?? 0])
  return (
    <Panel metric={metric} slots={slots} top={top} quota={quota} className={low ? 'h-12' : 'h-36'}>
      {days.map(({ day, value }, index) => (
        <rect
          key={day}
          x={index + 0.15}
          width={0.7}
          y={100 - (value / top) * 100}
          height={(value / top) * 100}
          className="fill-accent opacity-60"
        />
      ))}
    </Panel>
  )
}

interface FrameProps {
  metric: MetricName
  slots: number
  /** The value at the upper edge. */
  top: number
  quota: number | undefined
  className: string
  children: ReactNode
}

/** The drawing is stretched to the width there is; what would be distorted, text, lies over it. */
const Panel = ({ metric, slots, top, quota, className, children }: FrameProps) => (
  <div aria-hidden className={`relative border-b border-line ${className}`}>
    <svg
      viewBox={`0 0 ${slots} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {children}
      {quota !== undefined && (
        <line
          x1={0}
          x2={slots}
          y1={100 - (quota / top) * 100}
          y2={100 - (quota / top) * 100}
          vectorEffect="non-scaling-stroke"
          className="stroke-danger [stroke-dasharray:5_4]"
        />
      )}
    </svg>
    <span className="absolute top-0 left-0 rounded-sm bg-surface/80 pr-1 text-xs text-muted tabular-nums">
      {quota !== undefined && quota === top
        ? m.metrics_chart_quota({ quota: shortValueText(metric, quota) })
        : shortValueText(metric, top)}
    </span>
  </div>
)

const topOf = (values: number[]) => Math.max(1, ...values)
