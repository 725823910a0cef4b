import { normalized } from './terms.ts'

const table = `
  leave, holiday, vacation
  salary, wage, pay, remuneration
  illness, sickness, ill, sick
  staff, employee, worker, personnel
  firm, company, employer
  manager, supervisor, boss
  customer, client
  supplier, vendor
  hotel, accommodation, lodging
  trip, travel, journey
  car, vehicle, automobile
  bicycle, bike
  lorry, truck
  photo, photograph
  doctor, physician
  baby, infant, newborn
  fee, price, cost
  refund, reimburse, reimbursement, repay
  purchase, buy, procure, procurement
  canteen, cafeteria
  meal, lunch
  phone, telephone
  laptop, notebook
  permission, permit, allowed, consent
  forbid, prohibit, ban
  visitor, guest
  begin, start, commence
  end, finish, expire
  terminate, cancel
  waste, garbage, rubbish, trash
  accident, incident
  course, seminar, workshop
  contract, agreement
  有休, 有給, 有給休暇, 年休, 年次有給休暇
  育休, 育児休業, 育児休暇
  産休, 産前産後
  休み, 休暇, 休業
  葬儀, 葬式, 告別式, 忌引, 弔事, 慶弔
  結婚, 婚姻, 入籍
  健診, 健康診断, 検診
  病気, 疾病, 傷病
  怪我, ケガ, 負傷
  給料, 給与, 賃金, 月給
  ボーナス, 賞与
  手当, 補助, 助成
  残業, 時間外労働, 時間外勤務
  在宅勤務, テレワーク, リモートワーク
  退職, 離職, 辞職, 辞め
  社員, 従業員, 職員
  上司, 上長, 所属長
  子ども, 子供, 児童
  取引先, 顧客, 得意先
  値段, 価格, 料金, 代金, 金額
  費用, 経費, コスト
  家賃, 賃料
  上限, 限度
  締め切り, 締切, 期限, 期日
  見積もり, 見積書, 見積り
  発注, 注文
  購入, 調達
  返金, 払い戻し
  ホテル, 宿泊
  自動車, 車両
  駐車, 停め
  パソコン, コンピューター
  スマホ, スマートフォン, 携帯電話
  暗証番号, パスワード
  ハンコ, 判子, 印鑑, 印章, 押印
  写真, 撮影
  ゴミ, ごみ, 廃棄物
  故障, 不具合
  紛失, 失くし, 置き忘れ
  許可, 承認
  禁止, 禁じ
  保管, 保存
  副業, 兼業
  面接, 面談
  研修, 講習
  打ち合わせ, 会議, ミーティング
  食堂, 社食
  昼食, 昼ごはん, ランチ
  トイレ, お手洗い, 化粧室
  エレベーター, 昇降機
`

/**
 * Words that mean the same in nearly every text of an organisation, normalised, a list for each meaning. Rules use one of them, and
 * questions another: all are searched for. What takes no searching knows more of them (`builtin/same-meaning.ts`).
 */
export const meanings: string[][] = table
  .trim()
  .split('\n')
  .map((line) => line.split(',').map((word) => normalized(word.trim())))
