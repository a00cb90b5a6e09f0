/** The plugins of the demo site, with their categories, functions, and versions. Chinese and English lines alternate. */
import { parseTranslatedTable } from '../parseTable';

export const pluginCategories = parseTranslatedTable(
  [],
  ['title'],
  `
办公协同
Collaboration
客户关系
Customers
数据与报表
Data and reports
支付与财务
Finance
政务服务
Public service
连接器
Connectors`,
);

/** `category`: its index in the list above. */
export const plugins = parseTranslatedTable(
  ['category', 'name', 'type', 'price'],
  ['title', 'keyword', 'description', 'content'],
  `
0 | approvals | 2 | 1280.00 | 审批流 | 审批,流程,请假 | 拖拽即可画出流程，手机上一键审批。 | #为什么需要它 ¶ 请假、报销、采购，每家公司都有自己的规矩。审批流让您画出流程就能运行，无需开发。 ¶ 每一步都有时限，超时自动提醒；负责人出差时可以临时授权。
Approvals | approvals,processes,leave | Draw a process with the mouse and approve requests on the phone. | #Why you need it ¶ Leave, expenses, purchases: every company has its own rules. Draw a process and it runs, without programming. ¶ Every step has a deadline and a reminder, and approvers can delegate while they are away.
0 | meeting-rooms | 1 | 0.00 | 会议室预订 | 会议室,日程,预订 | 会议室、屏幕与车位，在同一张日程上预订。 | #功能 ¶ 会议室、屏幕与车位共用一个日程，预订后十五分钟无人签到自动释放。 ¶ 支持门口平板显示，也可以在手机上预订。
Meeting rooms | rooms,calendar,booking | Rooms, screens and parking places are booked in one calendar. | #What it does ¶ Rooms, screens and parking places share one calendar. A booking that no one checks in to is released after fifteen minutes. ¶ It works with tablets at the door and on the phone.
0 | shared-calendar | 1 | 0.00 | 共享日历 | 日历,团队 | 团队日历自动合并，不再互相冲突。 | #一份日历，多人维护 ¶ 每个人维护自己的日历，同时看到同事的空闲时间。修改即时可见，冲突在保存时提示。
Shared calendar | calendar,team | Team calendars that are merged without conflicts. | #One calendar, many owners ¶ People keep their own calendar and see when others are free. Changes appear immediately, and conflicts are shown when you save.
0 | knowledge-base | 2 | 860.00 | 知识库 | 知识库,文档,搜索 | 写过一次的答案，下次不用再写。 | #让答案留下来 ¶ 客服、工程师和新同事在同一处写作，文章到期提醒作者复查。 ¶ 支持全文搜索、目录树和版本对比。
Knowledge base | knowledge,documents,search | An answer that was written once need not be written again. | #Answers that stay ¶ Support, engineers and new colleagues write in one place, and authors are reminded to review their articles. ¶ Full-text search, a tree of topics and comparison of versions are included.
1 | crm-pipeline | 2 | 1490.00 | 销售管道 | 客户管理,销售,线索 | 从第一通电话到签约，在同一条线上推进。 | #看清每一单的进展 ¶ 每个阶段都有进入下一步的条件，不会遗漏跟进；联系表单提交的线索自动进入。 ¶ 预测来自已确认的金额，而不是期望。
Sales pipeline | crm,sales,leads | From the first call to the signed offer on one line. | #See where a deal stands ¶ Each stage has a condition for the next one, so no one forgets to follow up. Leads from the contact form arrive automatically. ¶ Forecasts are made of agreed amounts.
1 | service-desk | 2 | 1180.00 | 客服工单 | 工单,客服,时限 | 电话、邮件与网页的请求进入同一个队列。 | #不再漏掉任何一单 ¶ 按技能分派，按时限排队，客户能看到自己的请求走到哪一步。 ¶ 回答得好的工单可以一键转成知识库文章。
Service desk | tickets,support,deadlines | Requests by phone, email and web arrive in one queue. | #No request is lost ¶ Requests are assigned by skill and ordered by deadline, and customers see how far theirs has come. ¶ A good answer becomes an article of the knowledge base with one click.
1 | surveys | 1 | 240.00 | 满意度调查 | 问卷,反馈,满意度 | 三个问题，一分钟答完。 | #短，才有人答 ¶ 一份问卷最多十个问题，默认匿名，填写者可以选择署名。 ¶ 结果实时汇总，低分自动通知负责人。
Surveys | survey,feedback,satisfaction | Three questions, answered in a minute. | #Short on purpose ¶ A survey has at most ten questions. Answers are anonymous unless people choose to sign them. ¶ Results are added up in real time, and low scores are reported to the person in charge.
1 | loyalty-points | 2 | 680.00 | 会员积分 | 积分,会员,营销 | 消费得积分，积分换礼品，每一笔都有凭据。 | #每一分都有来历 ¶ 积分的每次变动都有原因和凭据，过期前自动提醒会员。 ¶ 门店与线上通用，支持按等级设置不同比例。
Loyalty points | points,members,marketing | Members collect points and choose gifts, with a record of every point. | #Every point has an origin ¶ Each change has a reason and a receipt, and members are reminded before points expire. ¶ Points are valid in shops and online, with rates by level.
2 | report-builder | 2 | 1680.00 | 报表设计器 | 报表,图表,大屏 | 把表格拖成图表，再把图表拖成大屏。 | #数据变，图就变 ¶ 二十多种图表，支持钻取与联动，数据变化时自动更新，无需刷新。 ¶ 可定时把报表发送到邮箱。
Report builder | reports,charts,displays | Turn tables into charts, and charts into dashboards. | #Charts follow the data ¶ More than twenty kinds of charts can be drilled into and linked, and they update themselves. ¶ Reports can be emailed on a schedule.
2 | data-import | 1 | 0.00 | 导入向导 | 表格,导入,校验 | 导入表格，并逐行指出问题。 | #写入之前先检查 ¶ 列名自动匹配，问题附上行号和建议，确认之前不会写入任何数据。 ¶ 可以下载只含问题行的表格，改好后重新上传。
Import wizard | excel,csv,import | Imports spreadsheets and shows the problems of every line. | #Checked before anything is written ¶ Columns are matched by name, problems are listed with their line, and nothing is stored until you agree. ¶ Download the rejected lines, correct them and upload them again.
2 | geo-maps | 1 | 420.00 | 地图与围栏 | 地图,围栏,轨迹 | 车辆、网点与客户在同一张地图上。 | #看得见的距离 ¶ 画一个围栏，进出自动记录。支持轨迹回放与里程统计。
Maps and zones | maps,zones,routes | Vehicles, branches and customers on one map. | #Distances you can see ¶ Draw a zone, and every entry and exit is recorded. Routes can be replayed, and mileage is added up.
2 | data-masking | 1 | 390.00 | 数据脱敏 | 隐私,脱敏,权限 | 只显示该看的部分，其余自动隐藏。 | #按角色设置规则 ¶ 手机号保留后四位，姓名保留姓氏。被隐藏的值无法通过排序或搜索猜出来。 ¶ 查看完整内容需要单独授权，并写入日志。
Data masking | privacy,masking,permissions | Shows what people need and hides the rest. | #Rules by role ¶ Phone numbers keep their last four digits and names their first letter. Hidden values cannot be guessed by sorting or searching. ¶ Seeing the full value needs its own permission and is logged.
3 | invoices | 2 | 990.00 | 电子发票 | 发票,税务,报销 | 开票、验票与归档，一次完成。 | #告别手工录入 ¶ 扫一扫即可识别发票，自动查重验真，与报销单一一对应。 ¶ 原件与验真结果一并归档，审计时可整批导出。
E-invoices | invoices,tax,expenses | Issue, verify and file invoices in one step. | #No typing ¶ Scan an invoice to read it, verify it and find duplicates. Each belongs to its expense report. ¶ Originals are filed with the result and can be exported together for an audit.
3 | payments-gateway | 2 | 1990.00 | 支付网关 | 支付,微信,支付宝,银行卡 | 银行卡、微信与支付宝，一个接口全部接入。 | #每笔钱只收一次 ¶ 每笔支付都有独立的凭据号，重试不会重复扣款，退款原路返回。 ¶ 每晚与银行自动对账，差异次日列出。
Payments gateway | payment,wechat,alipay,cards | One interface for cards, WeChat Pay and Alipay. | #Paid exactly once ¶ Every payment has a key of its own, so a retry never charges twice, and refunds go back the same way. ¶ Accounts are compared with the bank every night.
3 | expenses | 1 | 460.00 | 费用报销 | 报销,差旅,预算 | 出差回来，报销已经完成一半。 | #预算在手，心里有数 ¶ 提交时即显示剩余预算，超标需说明理由。 ¶ 行程与发票自动归到同一张报销单。
Expenses | expenses,travel,budget | Half of the report is done before you are back. | #Know your budget ¶ The remaining budget is shown when you submit, and expenses above the limit need a reason. ¶ Trips and invoices are collected in one report.
3 | assets-ledger | 1 | 380.00 | 资产台账 | 资产,折旧,盘点 | 桌椅、电脑与水泵，从采购到报废。 | #一物一码 ¶ 扫码即可查看领用人、采购价格与上次保养时间。 ¶ 折旧按月计提，盘点用手机完成。
Asset ledger | assets,depreciation,inventory | Desks, laptops and pumps, from purchase to disposal. | #A label on everything ¶ Scan a label to see who has an item, what it cost and when it was last serviced. ¶ Depreciation is booked every month, and stock is taken with the phone.
4 | citizen-hall | 2 | 3600.00 | 一网通办大厅 | 政务,大厅,办事 | 群众少跑腿，材料只交一次。 | #一次登录，办成一件事 ¶ 统一受理、分类审批、统一出件，办理进度实时推送给市民。 ¶ 适配服务窗口、自助终端与手机。
One-stop hall | public service,hall,applications | Fewer trips, and papers are handed in once. | #One sign-in for one matter ¶ Applications are received, reviewed and issued in one place, and citizens get a message about every step. ¶ For counters, kiosks and phones.
4 | queue-tickets | 1 | 290.00 | 排队取号 | 排队,取号,窗口 | 在家取号，快到时再出门。 | #少等待，更从容 ¶ 预计时间按当天窗口速度滚动计算，快到时发送短信提醒。 ¶ 支持大厅叫号屏与语音播报。
Queue tickets | queue,tickets,counter | Draw a number at home and come when it is your turn. | #Less waiting ¶ The estimate follows the speed of the counters, and people get a message when it is time to leave. ¶ Works with the screens and announcements in the hall.
4 | petitions | 2 | 1250.00 | 诉求直达 | 诉求,热线,督办 | 市民诉求从受理到回访，全程可查。 | #件件有回音 ¶ 自动分办、逾期督办、办结回访，满意度公开可见。
Petitions | petitions,hotline,follow-up | Requests of citizens can be followed from receipt to reply. | #Every request is answered ¶ Requests are assigned automatically, late ones are followed up, and satisfaction is published.
5 | wecom-connector | 1 | 0.00 | 企业微信连接器 | 企业微信,通讯录,消息 | 通讯录同步，消息直达。 | #五分钟接好 ¶ 扫码授权后自动同步部门与成员，审批与提醒直接推送到聊天窗口。
WeCom connector | wecom,directory,messages | Copies your directory and delivers messages to the chat. | #Connected in five minutes ¶ After one scan, departments and members are kept in step, and approvals and reminders arrive in the chat.
5 | webhook-relay | 1 | 180.00 | 事件推送 | 推送,重试,接口 | 把事件推送给其他系统，失败自动重试。 | #不丢一条 ¶ 每次推送都有签名，失败后按递增间隔重试，记录保留七天。 ¶ 可在后台手动补发。
Webhook relay | webhook,retry,events | Sends events to other systems and retries until they arrive. | #Nothing is lost ¶ Deliveries are signed, retried with growing pauses and kept for seven days. ¶ Each can be sent again manually.
5 | ldap-login | 1 | 320.00 | 目录登录 | 目录服务,单点登录,账号 | 用现有的公司账号登录。 | #少记一个密码 ¶ 目录中的组自动对应权限组，员工离职后所有系统同时停用。 ¶ 支持 LDAP 与 Active Directory。
Directory login | ldap,single sign-on,accounts | People sign in with the company account they have. | #One less password ¶ Groups of the directory become role groups, and who leaves the company is locked out everywhere immediately. ¶ Supports LDAP and Active Directory.
5 | iot-bridge | 2 | 2200.00 | 物联网网关 | 物联网,MQTT,设备 | 设备上云，状态一目了然。 | #从现场到桌面 ¶ 支持 MQTT 与 Modbus，断网自动缓存，恢复后补传。 ¶ 异常可直接生成工单。
IoT gateway | iot,mqtt,devices | Connects devices and shows their state. | #From the site to the desk ¶ MQTT and Modbus are supported. Readings are kept while offline and delivered later. ¶ A fault can become an order automatically.
5 | translator | 1 | 150.00 | 翻译助手 | 翻译,双语,校对 | 双语初稿并排显示，由人确认。 | #初稿，不是定稿 ¶ 给出另一种语言的初稿，并标出已确认的段落。数字与专有名词保持原样。
Translator | translation,languages,review | Drafts in both languages side by side, confirmed by a person. | #A draft, not the final text ¶ Suggests the text in the other language and marks confirmed paragraphs. Figures and names stay as they are.`,
);

/** Headings of the home page: popular, new and free plugins. */
export const indexGroups = [
  { index_group: '热门', index_group_en: 'Popular' },
  { index_group: '新上架', index_group_en: 'New' },
  { index_group: '免费', index_group_en: 'Free' },
] as const;

/** Functions of plugins, assigned in turn. */
export const functions = parseTranslatedTable(
  [],
  ['name', 'describe'],
  `
批量处理 | 一次选择多条记录，统一修改、导出或归档。
Bulk changes | Choose several records and change, export or archive them together.
移动端适配 | 手机与平板自动切换为卡片视图。
Phone layout | Lists become cards on phones and tablets.
消息提醒 | 站内、短信与邮件三种提醒方式任选。
Reminders | By notification, by text message or by email.
权限细分 | 按角色、部门或数据归属分别授权。
Detailed permissions | By role, by department or by the owner of a record.
数据导出 | 支持 Excel 与 CSV，字段可自行勾选。
Spreadsheet export | Excel and CSV, with the columns you choose.
操作留痕 | 谁在何时改了什么，一目了然。
Full history | Who changed what, and when.
模板中心 | 内置常用模板，开箱即用。
Templates | Ready-made forms for the first day.`,
);

export const releaseNotes = parseTranslatedTable(
  ['version'],
  ['explain'],
  `
1.0.0 | 首个版本发布。
First release.
1.4.2 | 修复窄屏上无法保存的问题，列表加载更快。
Saving works on narrow screens again, and lists load faster.
2.0.0 | 新增批量操作与导出，权限可细分到字段。
Bulk changes and export; permissions go down to single fields.`,
);
