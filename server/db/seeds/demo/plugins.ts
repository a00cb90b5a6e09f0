/** The plugins of the demo site, with their categories, functions, versions and interfaces. */
import { parseTable } from './parseTable';

export const pluginCategories = [
  '办公协同 Collaboration',
  '客户关系 Customers',
  '数据与报表 Data',
  '支付与财务 Finance',
  '政务服务 Citizens',
  '连接器 Connectors',
] as const;

export interface PluginText {
  readonly category: number;
  readonly name: string;
  readonly title: string;
  readonly type: number;
  readonly price: string;
  readonly score: number;
  readonly keyword: string;
  readonly description: string;
  readonly content: string;
}

/** category | name | title | type | price | rating | keywords | description | content */
const LINES = `
0 | approvals | 审批流 | 2 | 1280.00 | 4.8 | 审批,流程,请假 | 拖拽即可画出流程，移动端一键审批。 | #为什么需要它 ¶ 请假、报销、采购，每家公司都有自己的规矩。审批流让规矩画在纸上就能跑起来。 ¶ 每一步都有时限，超时自动提醒，负责人出差可以临时授权。
0 | meeting-rooms | Meeting rooms | 1 | 0.00 | 4.3 | rooms,calendar,booking | Who sits where, and until when, on one board. | #What it does ¶ Rooms, screens and parking places share one calendar. A booking that nobody shows up for is given back after fifteen minutes. ¶ Works with the tablets people already have at the door.
0 | shared-calendar | Shared calendar | 1 | 0.00 | 4.1 | calendar,team | Team calendars that merge instead of fighting. | #One calendar, many owners ¶ Everybody keeps a calendar and sees what the others left open. Changes appear while you look at them.
0 | knowledge-base | 知识库 | 2 | 860.00 | 4.6 | 知识库,文档,搜索 | 写过一次的答案，下次不用再写。 | #让答案留下来 ¶ 客服、工程师和新同事在同一处写作，文章过期会提醒作者。 ¶ 支持全文搜索、目录树和版本对比。
1 | crm-pipeline | Sales pipeline | 2 | 1490.00 | 4.7 | crm,sales,leads | From the first call to the signed offer, on one line. | #See where a deal stands ¶ Each stage has a rule for leaving it, so nobody forgets the next step. Leads from the contact form arrive by themselves. ¶ Forecasts are made of what was agreed, not of hopes.
1 | service-desk | 客服工单 | 2 | 1180.00 | 4.5 | 工单,客服,SLA | 电话、邮件与网页的请求进入同一个队列。 | #不再漏掉任何一单 ¶ 按技能分派，按时限排队。客户能看到自己的请求走到哪一步。 ¶ 回答得好的工单可以一键转成知识库文章。
1 | surveys | Surveys | 1 | 240.00 | 4.0 | survey,feedback,nps | Three questions that people really answer. | #Short on purpose ¶ A survey has at most ten questions. Answers are anonymous unless somebody chooses to sign.
1 | loyalty-points | 会员积分 | 2 | 680.00 | 4.2 | 积分,会员,营销 | 消费得积分，积分换礼品，账目分毫不差。 | #每一分都有来历 ¶ 积分的每次变动都有原因和凭据，过期前自动提醒会员。
2 | report-builder | 报表设计器 | 2 | 1680.00 | 4.6 | 报表,图表,大屏 | 把表格拖成图表，再把图表拖成大屏。 | #数据自己说话 ¶ 二十多种图表，支持钻取与联动。数据变了，图也随之而变，无需刷新。 ¶ 可定时把报表发到邮箱。
2 | data-import | Import wizard | 1 | 0.00 | 4.4 | excel,csv,import | Brings spreadsheets in and tells you what is wrong with them. | #Before anything is written ¶ Columns are matched by name, every fault is shown with its line, and nothing is stored until you agree.
2 | geo-maps | 地图与围栏 | 1 | 420.00 | 4.1 | 地图,围栏,轨迹 | 车辆、网点与客户在同一张地图上。 | #看得见的距离 ¶ 画一个围栏，进出自动记录。支持轨迹回放与里程统计。
2 | data-masking | Data masking | 1 | 390.00 | 4.3 | privacy,masking | Shows what somebody needs to see and hides the rest. | #Rules by role, not by habit ¶ Numbers keep their last digits, names their first letter. What is hidden cannot be guessed by sorting or searching.
3 | invoices | 电子发票 | 2 | 990.00 | 4.7 | 发票,税务,报销 | 开票、验票、归档，一条龙完成。 | #告别手工录入 ¶ 扫一扫即可识别发票，自动查重验真，与报销单一一对应。
3 | payments-gateway | Payments gateway | 2 | 1990.00 | 4.5 | payment,wechat,alipay,cards | One interface for cards, WeChat and Alipay. | #Money that arrives once ¶ Every payment carries a key of its own, so a retry never charges twice. Refunds follow the same way back. ¶ Settlements are compared with the bank each night.
3 | expenses | 费用报销 | 1 | 460.00 | 4.2 | 报销,差旅,预算 | 出差回来，报销已经完成一半。 | #预算在手，心里有数 ¶ 提交时即显示剩余预算，超标需说明理由。
3 | assets-ledger | Asset ledger | 1 | 380.00 | 3.9 | assets,depreciation | Desks, laptops and pumps, from purchase to scrap. | #A label on everything ¶ Scan the label to see who has it, what it cost and when it was last looked after.
4 | citizen-hall | 一网通办大厅 | 2 | 3600.00 | 4.8 | 政务,大厅,办事 | 市民少跑腿，材料只交一次。 | #一次登录，办成一件事 ¶ 统一受理、分类审批、统一出件。办理进度实时推送给市民。 ¶ 适配自助终端与手机。
4 | queue-tickets | Queue tickets | 1 | 290.00 | 4.0 | queue,tickets,counter | Draw a number at home and come when it is your turn. | #Less waiting, calmer counters ¶ The estimate learns from the day and tells people by message when to leave.
4 | petitions | 诉求直达 | 2 | 1250.00 | 4.4 | 诉求,热线,督办 | 市民诉求从受理到回访，全程可查。 | #件件有回音 ¶ 自动分办、逾期督办、办结回访，满意度公开可见。
5 | wecom-connector | 企业微信连接器 | 1 | 0.00 | 4.5 | 企业微信,通讯录,消息 | 通讯录同步，消息直达。 | #五分钟接好 ¶ 扫码授权后自动同步部门与成员，审批与提醒直接推送到聊天窗口。
5 | webhook-relay | Webhook relay | 1 | 180.00 | 4.2 | webhook,retry,events | Sends events on, again and again, until they are taken. | #Nothing is lost on the way ¶ Deliveries are signed, retried with growing pauses and kept for a week.
5 | ldap-login | Directory login | 1 | 320.00 | 4.1 | ldap,sso,login | People sign in with the account they have. | #One account fewer ¶ Groups of the directory become groups here. Who leaves the company leaves everywhere at once.
5 | iot-bridge | 物联网网关 | 2 | 2200.00 | 4.3 | 物联网,MQTT,设备 | 设备上云，状态一目了然。 | #从现场到桌面 ¶ 支持 MQTT 与 Modbus，断网自动缓存，恢复后补传。
5 | translator | Translator | 1 | 150.00 | 3.8 | translation,languages | Drafts of both languages side by side. | #A draft, not a verdict ¶ Suggests the other language and marks what a person has read. Names and numbers are never translated.`;

export const plugins: readonly PluginText[] = parseTable(LINES).map(
  ([
    category = '0',
    name = '',
    title = '',
    type = '1',
    price = '0.00',
    score = '0',
    keyword = '',
    description = '',
    content = '',
  ]) => ({
    category: Number(category),
    name,
    title,
    type: Number(type),
    price,
    score: Number(score),
    keyword,
    description,
    content,
  }),
);

/** Functions of plugins in Chinese and English, assigned in turn. */
export const functions = {
  zh: parseTable(`
批量处理 | 一次选择多条记录，统一修改、导出或归档。
移动端适配 | 手机与平板自动切换为卡片视图。
消息提醒 | 站内、短信与邮件三种提醒方式任选。
权限细分 | 按角色、部门或数据归属分别授权。
数据导出 | 支持 Excel 与 CSV，字段可自行勾选。
操作留痕 | 谁在何时改了什么，一目了然。
模板中心 | 内置常用模板，开箱即用。`),
  en: parseTable(`
Bulk changes | Choose several records and change, export or archive them together.
Phone layout | Lists become cards on narrow screens.
Reminders | By message, by mail, or in the console.
Fine rights | By role, by department, or by who owns a record.
Spreadsheet export | Excel and CSV, with the columns you choose.
Full history | Who changed what, and when.
Templates | Ready-made forms for the first day.`),
} as const;

export const releaseNotes = {
  zh: ['首个版本发布。', '修复在窄屏上无法保存的问题，优化列表加载速度。', '新增批量操作与导出；权限可细分到字段。'],
  en: [
    'First release.',
    'Saving works on narrow screens again; lists load faster.',
    'Bulk changes and export; rights go down to single fields.',
  ],
} as const;

/** surface | name | url | class and method */
export const interfaces = parseTable(`
admin | 列表查询 List | /records/index | Record/index
admin | 保存 Save | /records/save | Record/save
api | 提交 Submit | /submit | Submit/create
api | 查询进度 Progress | /progress | Submit/progress
third | 回调 Callback | /callback | Callback/receive
soa | 同步 Sync | /sync | Sync/run`);
