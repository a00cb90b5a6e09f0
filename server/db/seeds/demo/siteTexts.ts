/** The public demo site: products, solutions, cases, pages, banners and home page. */
import { parseTable } from './parseTable';

/** name | icon */
export const hardware = parseTable(`
条码打印机 | inventory
读卡器 Reader | badge
自助终端机 | dashboard
网关 Gateway | link
电子价签 | label
Barcode scanner | inventory`);
export const devices = parseTable(`
网页端 Web | web
Android | apps
iOS | apps
微信小程序 | extension
Windows | web
大屏 Wall display | dashboard`);

/** title | subtitle | description | labels | content */
export const products = parseTable(`
Atrium Office | The back office that moves as it happens | Lists, forms and approvals that everybody sees at the same moment. | office,live,approvals | #Made for several people at once ¶ Two people may edit one record; nothing is lost and nobody waits. ¶ Rights go down to single fields, and every change can be undone for a year.
中庭政务 | 让办事像聊天一样简单 | 统一受理、分类审批、统一出件，适配窗口、自助机与手机。 | 政务,一网通办,自助终端 | #少跑一趟 ¶ 材料一次提交，部门之间自动流转。 ¶ 市民随时可以看到办到了哪一步。
Atrium Field | For people who work outside | Orders, maps and forms that wait patiently for the network. | field,offline,maps | #Works in a cellar ¶ What you enter without a network is kept and sent later, in the right order. ¶ Photos carry place and time.
中庭零售 | 门店、仓库与线上，一本账 | 商品、库存、会员与促销实时同步到每家门店。 | 零售,库存,会员 | #改一次价，全国生效 ¶ 总部调价后几秒内即可同步到电子价签。 ¶ 库存低于安全线自动生成补货单。
Atrium Insight | Reports that answer the next question | Boards, alerts and exports from the data you already have. | reports,boards,alerts | #Numbers with an origin ¶ Every figure leads back to the records it was made of. ¶ Boards refresh themselves; nobody presses a button.
中庭园区 | 人、车、门、会议室，一处管理 | 访客预约、车辆放行、会议室与报修，一个入口全部搞定。 | 园区,访客,报修 | #欢迎光临 ¶ 访客提前预约，刷码进门。 ¶ 报修拍照即可，进度实时可见。`);

/** title | description | content */
export const solutions = parseTable(`
Logistics: one board for three ports | Containers, trucks and papers that stay in step. | #The problem ¶ Each port keeps its own list and calls the others twice a day. ¶ #What we do ¶ One board, three languages, and a colour for everything that is late.
智慧水务：从水源到水龙头 | 监测、巡检、抢修一张图。 | #痛点 ¶ 设备分散，异常往往由用户先发现。 ¶ #方案 ¶ 传感器实时上报，异常自动派单，抢修轨迹可回放。
Hotels: the room knows | Housekeeping, repairs and the desk see the same state. | #Before ¶ The desk phoned the floor to ask whether room 214 was ready. ¶ #After ¶ The room turns green by itself, and the guest gets the key.
制造业：一条产线，一块屏 | 订单、物料与质量在同一块屏上对齐。 | #痛点 ¶ 计划在表格里，现场在白板上。 ¶ #方案 ¶ 工单、物料、质检实时同步，停机原因一键登记。
Clinics: fewer forms, more time | Appointments, findings and letters without typing twice. | #What changes ¶ A form is filled once, by whoever knows the answer. ¶ Letters are written from what is already there.
职业教育：排课与考勤 | 调课一分钟内通知到每位师生。 | #痛点 ¶ 课表写在黑板上，调课靠电话。 ¶ #方案 ¶ 冲突自动检查，变动即时推送，考勤与课时费自动关联。`);

/** title | summary | description | content */
export const cases = parseTable(`
Northwind: 4,000 shipments on one screen | Two calls a day fewer, per port | Dispatchers in three ports look at the same live list. | #How it went ¶ The first week people printed the board. In the second week they stopped. ¶ Late containers are now seen an average of five hours earlier.
百川水务：九百台水泵，一张表 | 最长停机从两天缩短到 38 分钟 | 水泵一停，行先变色，电话后响。 | #过程 ¶ 先接入了最老的二十台水泵，两周后全部接完。 ¶ 值班人员不再需要逐个打电话。
Bluebird Robotics: releases without fear | 31 releases, no rollback | Engineers and support share one list of what changed for whom. | #How it went ¶ Every release has a page, every page has the customers it touches. ¶ Support reads it before the telephone rings.
鼎盛食品：月结提前两天 | 会计与门店不再对账 | 门店看得到订单，看不到成本；会计两者都能看到。 | #过程 ¶ 权限细到字段，导出一次即可交给审计。 ¶ 月结由五天缩短到三天。
Osprey Water Systems: pumps that write | 900 pumps, one table | A pump that stops turns its own row red. | #How it went ¶ The oldest pumps came first, because they fail first. ¶ The nearest engineer is one click away.
华岳建筑设计：图纸只有一个版本 | 图纸错用降为零 | 现场看到的永远是最新版本。 | #过程 ¶ 每张图纸都有唯一编号，旧版自动作废。 ¶ 现场扫码即可核对版本。
Cedar Point Hotels: rooms that tell | Check-in 11 minutes earlier | Housekeeping, repairs and the desk share one state. | #How it went ¶ Maids got phones instead of paper lists. ¶ Guests notice only that the key is ready.
北辰教育：调课一分钟通知 | 四十所学校，一张课表 | 每次调课在同一分钟出现在师生手机上。 | #过程 ¶ 从三所学校试点开始，一学期后推广到四十所。 ¶ 冲突检查减少了八成重复排课。`);

/** slug | title | search title | search description | content */
export const pages = parseTable(`
about | 关于我们 About us | About Atrium | Who we are and why we build software that moves. | #一个会客厅 ¶ 我们是一支住在两种语言里的小团队，做会自己更新的软件。 ¶ #A hall for everybody ¶ We build software that moves while you look at it, and that forgives you when you change your mind.
contact | 联系我们 Contact | Contact Atrium | Write to us in Chinese or English; somebody answers within a day. | #写信给我们 ¶ 中文或英文都可以，一个工作日内回复。 ¶ #By telephone ¶ Monday to Friday, nine to six, in both languages.
privacy | 隐私政策 Privacy | Privacy | What we keep, for how long, and how to have it deleted. | #我们保存什么 ¶ 只保存提供服务所需的信息，地址九十天后删除。 ¶ #How to have it deleted ¶ Write to us; it is gone within a month.
terms | 服务条款 Terms | Terms of service | The rules both of us keep. | #双方约定 ¶ 服务按月提供，可随时终止。 ¶ #In plain words ¶ You own your data; you can take it with you any day.
careers | 加入我们 Careers | Careers | We hire people who like to write and to be interrupted by customers. | #开放职位 ¶ 后端工程师、产品设计师、技术支持。 ¶ #How we hire ¶ One conversation, one small task, one answer.
help | 帮助中心 Help | Help | Answers to what people ask most. | #常见问题 ¶ 忘记密码、导入数据、邀请同事。 ¶ #Still stuck ¶ Write to us and tell us what you saw.`);

/** title | subtitle | link */
export const banners = parseTable(`
Software that moves | See your colleagues work, as it happens | /products
让办事像聊天一样简单 | 中庭政务，少跑一趟 | /products
二十四个插件，即装即用 | 从审批到物联网 | /plugins
Try it with your own data | Thirty days, both languages, no card | /trial
客户怎么说 | 八个真实的案例 | /cases`);

/** name | titles | contents */
export const blocks = parseTable(`
首屏 Hero | 会动的后台;A back office that moves | 多人同时编辑，互不覆盖。;Everybody sees every change at once.
数字 Numbers | 十年，十个数字 | 312 家客户;19 个国家;54 位同事
产品 Products | What we make | Six products, one house.;六个产品，一套底座。
插件 Plugins | 即装即用的插件 | 从审批流到物联网网关，按需添加。
案例 Cases | 客户怎么说;In their words | Eight stories from eight trades.
联系 Contact | Write to us | 一个工作日内回复。`);

/** sign | channel | title | remark */
export const templates = parseTable(`
classic-site | website | 经典企业官网 | 首页、产品、新闻与联系方式四栏结构
one-page | website | One page | For events and single products
wechat-service | wechat | 公众号服务菜单 | 三级菜单与自动回复
mini-shop | wechat_mini | 小程序商城 | 商品、购物车与会员中心
field-app | app | Field app | Orders and photos for people outside
desk-client | software | 窗口办事桌面端 | 配合读卡器与高拍仪使用`);
