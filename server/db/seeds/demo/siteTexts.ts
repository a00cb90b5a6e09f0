/** The public demo site: products, solutions, devices and hardware. Chinese and English lines alternate. */
import { parseTable, parseTranslatedTable } from './parseTable';

export const hardware = parseTranslatedTable(
  ['icon'],
  ['name'],
  `
inventory | 条码打印机
Label printer
badge | 读卡器
Card reader
dashboard | 自助终端机
Self-service kiosk
link | 物联网网关
IoT gateway
label | 电子价签
Electronic shelf label
inventory | 条码扫描枪
Barcode scanner`,
);
export const devices = parseTranslatedTable(
  ['icon'],
  ['name'],
  `
web | 网页浏览器
Web browser
apps | 安卓手机
Android phone
apps | 苹果手机
iPhone
extension | 微信小程序
WeChat mini program
web | Windows 电脑
Windows PC
dashboard | 大屏
Large display`,
);

export const products = parseTranslatedTable(
  [],
  ['title', 'sub_title', 'description', 'labels', 'content'],
  `
中庭办公 | 多人实时协作的业务后台 | 列表、表单与审批对所有人同步更新，同事的每一次保存您都能立即看到。 | 办公,实时协作,审批 | #为多人同时工作而设计 ¶ 两个人可以同时编辑一条记录：不同字段自动合并，相同字段由您比较后决定，谁的工作都不会丢失。 ¶ #主要功能 ¶ - 权限细到单个字段，按角色、部门或数据归属授权 ¶ - 每次修改保留一年，一键恢复到任意版本 ¶ - 审批可转交、可撤回，超时自动提醒 ¶ #上线方式 ¶ 从一张现有表格开始导入，通常两周内即可让第一个部门正式使用。
Atrium Office | The back office for teams that work at the same time | Lists, forms and approvals are the same for everyone: you see each change the moment a colleague saves it. | office,real time,approvals | #Made for several people working together ¶ Two people can edit one record. Changes to different fields are merged; for the same field you compare both values and decide, so no work is lost. ¶ #Main features ¶ - Permissions down to single fields, by role, by department or by owner ¶ - Every change is kept for a year and can be undone with one click ¶ - Approvals can be delegated and withdrawn, and remind people when they are late ¶ #How you start ¶ Import one of your spreadsheets. The first department usually works with it within two weeks.
中庭政务 | 一次提交，全程可查 | 统一受理、分类审批、统一出件，适配服务窗口、自助终端与手机。 | 政务服务,一网通办,自助终端 | #让群众少跑一趟 ¶ 材料一次提交，在部门之间自动流转；已有的证照直接调用，不再重复收取。 ¶ #主要功能 ¶ - 窗口、自助终端、小程序三端受理同一事项 ¶ - 办理时限自动计算，临期预警、逾期督办 ¶ - 办理进度实时推送，市民随时可查 ¶ #部署与安全 ¶ 支持政务云和本地部署，操作日志不可修改，敏感信息按字段脱敏。
Atrium Citizen | Submit once, follow every step | One place to receive, review and issue applications: at the counter, at a kiosk and on the phone. | public service,one-stop,kiosk | #Fewer trips to the office ¶ Citizens hand in their papers once. They move between departments automatically, and documents that are already on file are not asked for again. ¶ #Main features ¶ - One application for counter, kiosk and mini program ¶ - Deadlines are computed, with a warning before and a reminder after they pass ¶ - Citizens see each step and get a message when something changes ¶ #Operation and security ¶ Runs in a government cloud or on your own servers. The audit log cannot be changed, and sensitive fields are masked.
中庭外勤 | 没有网络也能工作 | 工单、地图与现场表单，断网时照常填写，联网后按顺序自动上传。 | 外勤,离线,地图 | #地下室里也能用 ¶ 没有信号时填写的内容保存在手机上，恢复网络后按填写顺序上传，不会覆盖别人的修改。 ¶ #主要功能 ¶ - 就近派单，路线与预计到达时间一目了然 ¶ - 现场照片自动记录时间和位置 ¶ - 扫码查看设备档案、历史工单与备件库存 ¶ #适合谁 ¶ 安装、巡检、维修与配送团队，从五个人到五百人。
Atrium Field | Works without a network | Orders, maps and forms for people on site. What is entered offline is sent in order as soon as there is a connection. | field work,offline,maps | #It works in a cellar, too ¶ Entries made without a signal stay on the phone. They are uploaded later in the order they were made and never overwrite the work of others. ¶ #Main features ¶ - Orders go to the nearest person, with route and time of arrival ¶ - Photos carry the time and the place ¶ - Scan a label to see a device, its past orders and the spare parts in stock ¶ #Who uses it ¶ Teams that install, inspect, repair and deliver, from five people to five hundred.
中庭零售 | 门店、仓库与线上共用一本账 | 商品、库存、会员与促销实时同步到每一家门店。 | 零售,库存,会员 | #改一次价，全部门店生效 ¶ 总部调价后，几秒内同步到收银台和电子价签；促销按时开始、按时结束，无需店员手工更换。 ¶ #主要功能 ¶ - 门店、仓库与在途库存实时合计 ¶ - 低于安全库存自动生成补货单 ¶ - 会员积分线上线下通用，每一笔都有来源 ¶ #与现有系统对接 ¶ 提供主流收银系统与电商平台的连接器，也可通过开放接口接入。
Atrium Retail | Shops, warehouse and web shop in one ledger | Products, stock, members and promotions are the same in every shop at every moment. | retail,stock,members | #Change a price once ¶ A new price reaches tills and electronic shelf labels in every shop within seconds. Promotions start and end on time without anyone replacing a label. ¶ #Main features ¶ - Stock in shops, in the warehouse and on the road, added up in real time ¶ - Orders are proposed as soon as stock falls below its safety level ¶ - Members collect and spend points in the shop and online, with a record of every point ¶ #Works with what you have ¶ There are connectors for common tills and shop platforms, and an open interface for the others.
中庭洞察 | 每个数字都能追溯到记录 | 用现有业务数据搭建报表、大屏与预警，无需另建数据仓库。 | 报表,大屏,预警 | #数字有来历 ¶ 点开任意一个数字，就能看到它由哪些记录汇总而成，权限与业务系统一致。 ¶ #主要功能 ¶ - 二十多种图表，支持钻取与联动 ¶ - 数据变化时大屏自动更新 ¶ - 指标越过阈值时通知负责人，并附上相关记录 ¶ #定期报告 ¶ 周报和月报按时生成，以邮件或站内消息发送，可导出 Excel 与 CSV。
Atrium Insight | Every figure leads back to its records | Reports, displays and alerts from the data you already have, without a separate warehouse. | reports,dashboards,alerts | #Figures with an origin ¶ Open any figure to see the records it was made of. People see only what they may see in the application itself. ¶ #Main features ¶ - More than twenty kinds of charts that you can drill into and link ¶ - Displays update themselves when the data changes ¶ - The person in charge is notified when a figure crosses a threshold, with the records behind it ¶ #Regular reports ¶ Weekly and monthly reports arrive on time by mail or as a notice, with an export to Excel and CSV.
中庭园区 | 人员、车辆与会议室，一处管理 | 访客预约、车辆放行、会议室预订与报修，一个入口全部完成。 | 园区,访客,报修 | #访客从预约到离开 ¶ 访客提前收到二维码，到达后扫码进门，接待人同时收到通知。 ¶ #主要功能 ¶ - 车牌识别与临时停车，费用自动结算 ¶ - 会议室预订，无人签到十五分钟后自动释放 ¶ - 拍照报修，处理进度实时可见 ¶ #设备兼容 ¶ 支持常见的门禁、闸机与车牌识别设备，通过物联网网关接入。
Atrium Campus | Visitors, vehicles and rooms in one place | Invitations, parking, meeting rooms and repairs for a site with many companies. | site,visitors,repairs | #From the invitation to the exit ¶ Visitors get a code before they come and scan it at the door. Their host is notified at the same moment. ¶ #Main features ¶ - Number plates are recognised, and short-term parking is billed automatically ¶ - Rooms that no one checks in to are released after fifteen minutes ¶ - Repairs are reported with a photo, and everyone sees their progress ¶ #Your equipment ¶ Common doors, barriers and cameras are connected through the IoT gateway.`,
);

export const solutions = parseTranslatedTable(
  [],
  ['title', 'description', 'content'],
  `
物流：三个港口，一块调度屏 | 集装箱、车辆与单证在同一张实时列表上保持一致。 | #现状 ¶ 每个港口各有一份表格，每天两次电话核对；箱子到了哪里，取决于问的是谁。 ¶ #我们的做法 ¶ - 每个集装箱一条记录，三地看到的状态相差不到一秒 ¶ - 延误按原因着色，自动通知下一环节 ¶ - 中英文界面，按港口划分权限 ¶ #效果 ¶ 客户上线第一个月，港口之间的电话减少三分之二，延误平均提前五小时发现。
Logistics: one board for three ports | Containers, trucks and papers on one list that is always current. | #The situation ¶ Each port keeps its own spreadsheet and calls the others twice a day. Where a container is depends on whom you ask. ¶ #What we do ¶ - One record for each container, the same in all ports within a second ¶ - Delays are colored by reason, and the next step is notified ¶ - Chinese and English screens, with permissions for each port ¶ #The result ¶ In the first month there were two thirds fewer calls between the ports, and delays were seen five hours earlier on average.
智慧水务：从水源到水龙头 | 监测、巡检与抢修在同一张图上完成。 | #现状 ¶ 设备分散，异常往往由用户先发现，值班人员只能逐个打电话。 ¶ #我们的做法 ¶ - 水泵与水质传感器实时上报，断网自动缓存 ¶ - 异常自动生成工单，派给最近的抢修人员 ¶ - 抢修轨迹与用料全程记录，事后可回放 ¶ #效果 ¶ 九百台水泵接入后，最长停机时间从两天缩短到 38 分钟。
Water supply: from the source to the tap | Monitoring, inspection and repair on one map. | #The situation ¶ The equipment is spread over a whole district, and often a customer is the first to notice a fault. ¶ #What we do ¶ - Pumps and sensors report in real time and keep their readings while they are offline ¶ - A fault becomes an order for the nearest repair team ¶ - Routes and materials are recorded and can be replayed ¶ #The result ¶ After nine hundred pumps were connected, the longest outage fell from two days to 38 minutes.
酒店：前台与客房同一份状态 | 客房、维修与前台看到的房态完全一致。 | #现状 ¶ 前台要打电话到楼层，才知道 214 房是否打扫完毕；客人在大堂等候。 ¶ #我们的做法 ¶ - 客房人员在手机上更新房态，前台立即可见 ¶ - 报修拍照提交，按房间紧急程度派工 ¶ - 客人的要求记录在房间上，换班不丢失 ¶ #效果 ¶ 办理入住平均缩短 11 分钟，前台电话减少一半。
Hotels: one state for desk and rooms | Housekeeping, repairs and the front desk see the same rooms in the same state. | #The situation ¶ The desk calls the floor to learn whether room 214 is ready, while the guest waits in the lobby. ¶ #What we do ¶ - Housekeeping updates a room on the phone, and the desk sees it immediately ¶ - Repairs are reported with a photo and assigned by urgency ¶ - Requests from guests stay with the room, also when the shift changes ¶ #The result ¶ Check-in takes 11 minutes less on average, and the desk gets half as many calls.
制造业：一条产线，一块屏 | 订单、物料与质量在同一块屏上对齐。 | #现状 ¶ 计划在表格里，现场在白板上，停机原因要到周会才说得清。 ¶ #我们的做法 ¶ - 工单、物料与质检数据实时同步到产线大屏 ¶ - 停机原因在终端上一键登记，自动统计 ¶ - 批次从原料到成品双向追溯 ¶ #效果 ¶ 计划达成率提高 9 个百分点，质量问题当班即可定位。
Manufacturing: one line, one screen | Orders, materials and quality side by side on the shop floor. | #The situation ¶ The plan is in a spreadsheet and the reality on a whiteboard. Why a machine stood still is known in the weekly meeting. ¶ #What we do ¶ - Orders, materials and inspections appear on the screen of the line in real time ¶ - The reason of a stop is entered with one touch and counted ¶ - Batches can be traced from material to product and back ¶ #The result ¶ Nine percentage points more orders are finished as planned, and faults are found within the same shift.
诊所：少填表，多看病人 | 预约、检查与报告无需重复录入。 | #现状 ¶ 同一项信息在挂号、检查、收费处各填一遍，医生下班后还要补写病历。 ¶ #我们的做法 ¶ - 信息由最先知道的人填写一次，其余环节直接使用 ¶ - 检查报告与复诊提醒由已有数据生成，医生确认后发送 ¶ - 病历按角色授权，每次查看都有记录 ¶ #效果 ¶ 每位患者的录入时间减少 6 分钟，复诊失约率下降三成。
Clinics: fewer forms, more time for patients | Appointments, findings and letters without typing anything twice. | #The situation ¶ The same facts are entered at reception, in the laboratory and at the till, and doctors write their notes after hours. ¶ #What we do ¶ - A fact is entered once, by the person who knows it first ¶ - Letters and reminders are prepared from what is on file and sent after the doctor agrees ¶ - Records are protected by role, and every view is logged ¶ #The result ¶ Six minutes less typing for each patient, and thirty percent fewer missed follow-ups.
职业教育：排课与考勤 | 调课一分钟内通知到每位师生。 | #现状 ¶ 课表贴在走廊里，调课靠电话和群消息，教室冲突到上课时才发现。 ¶ #我们的做法 ¶ - 教师、教室与班级冲突在保存时自动检查 ¶ - 变动即时推送到师生手机 ¶ - 考勤与课时费自动关联，月底直接结算 ¶ #效果 ¶ 四十所学校使用同一套课表，重复排课减少八成。
Vocational schools: timetables and attendance | Every change of the timetable reaches teachers and students within a minute. | #The situation ¶ The timetable hangs in the corridor. Changes spread by phone, and a double booking is found when the lesson begins. ¶ #What we do ¶ - Conflicts of teachers, rooms and classes are checked when a lesson is saved ¶ - Changes are sent to the phones of everyone concerned ¶ - Attendance and teaching hours are linked, so that fees are settled at the end of the month ¶ #The result ¶ Forty schools use one timetable and have eighty percent fewer double bookings.`,
);

/** sign | channel | title | remark */
export const templates = parseTable(`
classic-site | website | 经典企业官网 | 首页、产品、新闻与联系方式四栏结构
one-page | website | One page | For events and single products
wechat-service | wechat | 公众号服务菜单 | 三级菜单与自动回复
mini-shop | wechat_mini | 小程序商城 | 商品、购物车与会员中心
field-app | app | Field app | Orders and photos for people outside
desk-client | software | 窗口办事桌面端 | 配合读卡器与高拍仪使用`);
