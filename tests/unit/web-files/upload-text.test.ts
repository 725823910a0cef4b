import { afterEach, describe, expect, it } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { checking, notStarted, type Progress, sending } from '~/web/files/upload/progress.ts'
import type { Upload } from '~/web/files/upload/queue.ts'
import { sentPercent, uploadText } from '~/web/files/upload/upload-text.ts'

const MiB = 1024 * 1024
const upload = (change: Partial<Upload>): Upload => ({
  id: 1,
  name: 'film.mp4',
  size: 200 * MiB,
  type: 'video/mp4',
  state: 'sending',
  progress: notStarted,
  ...change,
})
const at = (progress: Progress, secondsLeft?: number) => uploadText(upload({ progress, secondsLeft }))

describe('an upload in words', () => {
  afterEach(() => overwriteGetLocale(() => 'en'))

  it.each<[string, string, string, Upload]>([
    ['that waits', 'Waiting', '待機中', upload({ state: 'waiting' })],
    ['that has just begun', 'Uploading', 'アップロード中', upload({})],
    ['on its way', '50.0 MB of 200.0 MB', '50.0 MB / 200.0 MB', upload({ progress: sending(50 * MiB, 200 * MiB) })],
    [
      'whose end can be told',
      '50.0 MB of 200.0 MB · 2 minutes left',
      '50.0 MB / 200.0 MB · 残り2 分',
      upload({ progress: sending(50 * MiB, 200 * MiB), secondsLeft: 61 }),
    ],
    [
      'that goes on',
      'Continues at 42% · 85.0 MB of 200.0 MB',
      '42%から再開 · 85.0 MB / 200.0 MB',
      upload({ progress: { ...sending(85 * MiB, 200 * MiB), resumedAt: 85 * MiB } }),
    ],
    [
      'whose connection is lost',
      'Connection lost. The upload continues by itself.',
      '接続が切れました。アップロードは自動的に再開します。',
      upload({ progress: { ...sending(MiB, 200 * MiB), step: 'interrupted' } }),
    ],
    ['that is being checked', 'Checking', '確認中', upload({ progress: checking(200 * MiB) })],
    ['that has arrived', 'Uploaded', 'アップロード完了', upload({ state: 'stored' })],
    [
      'that failed',
      'upload failed: no files returned',
      'アップロードに失敗しました:ファイルが返されませんでした',
      upload({ state: 'failed', error: 'no_files' }),
    ],
    [
      'whose file is gone from the disk',
      'The file can no longer be read: it was moved, changed or deleted. Choose it again.',
      'ファイルを読み取れなくなりました。移動、変更、または削除されています。もう一度選択してください。',
      upload({ state: 'failed', error: 'file_not_readable' }),
    ],
  ])('%s', (_, english, japanese, upload) => {
    overwriteGetLocale(() => 'en')
    expect(uploadText(upload)).toBe(english)
    overwriteGetLocale(() => 'ja')
    expect(uploadText(upload)).toBe(japanese)
  })

  it.each([
    [1, '5 seconds'],
    [42, '45 seconds'],
    [61, '2 minutes'],
    [5400, '90 minutes'],
    [5401, '2 hours'],
  ])('%d seconds are %s, never too few', (seconds, time) => {
    overwriteGetLocale(() => 'en')
    expect(at(sending(MiB, 200 * MiB), seconds)).toBe(`1.0 MB of 200.0 MB · ${time} left`)
  })

  it('never says that all has left while something has not', () => {
    overwriteGetLocale(() => 'en')
    expect(sentPercent(upload({ progress: sending(200 * MiB - 1, 200 * MiB) }))).toBe('99%')
    expect(sentPercent(upload({}))).toBeUndefined()
  })
})
