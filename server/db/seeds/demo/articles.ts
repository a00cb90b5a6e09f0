/** Articles of the demo site: news about plugins, and case news with their facts. Chinese and English lines alternate. */
import { parseTranslatedTable } from './parseTable';

export const articles = parseTranslatedTable(
  ['type', 'plugin'],
  ['title', 'description', 'content'],
  `
1 | geo-maps | 三个港口，一张地图：Northwind 一年之后 | 哪些做法留了下来，哪些被放弃，哪些出乎意料。 | #一年之后 ¶ 打印的调度板已经拆除，原来负责打印的同事如今在给其他港口做培训。 ¶ 地图使用最多的时段是夜里：夜班只有两个人，却要看三个港口。 ¶ #放弃了什么 ¶ 自动排船的建议被关掉了，调度员更愿意自己决定，只要信息是准的。
Three ports, one map: Northwind a year later | What stayed, what was given up, and what no one expected. | #A year later ¶ The printed boards are gone. The colleague who printed them now trains the other ports. ¶ The map is used most at night, when two people watch three ports. ¶ #What was given up ¶ Suggestions for berths were switched off. Dispatchers prefer to decide themselves, as long as the facts are right.
1 | iot-bridge | 百川水务：从二十台到九百台 | 物联网网关上线一年的真实数据。 | #先接最老的 ¶ 最老的二十台水泵最先接入，因为它们最容易出故障。两周后，其余的全部接完。 ¶ #一年的数据 ¶ 平均抢修时间缩短六成，最长停机 38 分钟。断网期间的读数全部补传，没有丢失。
Baichuan Water: from twenty pumps to nine hundred | Figures from the first year with the IoT gateway. | #The oldest first ¶ The twenty oldest pumps were connected first, because they fail most often. The others followed within two weeks. ¶ #A year in figures ¶ The average repair takes sixty percent less time, and the longest outage lasted 38 minutes. Readings taken without a network were all delivered later.
1 | citizen-hall | 宏远市政：窗口从十二个减到七个 | 一网通办上线之后，等候时间发生了什么变化。 | #七成业务在手机上完成 ¶ 上线半年，七成事项由市民在手机上办完，大厅的平均等候时间从 41 分钟降到 12 分钟。 ¶ #减下来的窗口去了哪里 ¶ 五个窗口改为咨询台，为不使用手机的老人提供帮办服务。
Hongyuan City: seven counters instead of twelve | What happened to waiting times after one-stop service began. | #Seventy percent on the phone ¶ Six months later, seventy percent of all applications are made on a phone, and the average wait in the hall fell from 41 to 12 minutes. ¶ #What became of the counters ¶ Five counters became help desks for older people who do not use a phone.
1 | approvals | 朗科集团：十二家公司，一套审批 | 集团审批怎么做到既统一又隔离。 | #统一的是模板 ¶ 流程模板由集团下发，审批人由各公司自定，集团只看汇总，不看明细。 ¶ #跨公司只需一次授权 ¶ 人员借调时，由双方负责人各确认一次，到期自动收回。
Langke Group: one approval process for twelve companies | How a group can share its rules and keep its companies apart. | #The templates are shared ¶ The group issues the templates, and each company names its own approvers. The group sees totals, not details. ¶ #One grant between companies ¶ When people work for another company, both managers confirm it once, and the grant ends automatically.
1 | service-desk | Cedar Point 酒店：前台不再响个不停 | 客人的要求以消息送达，维修按紧急程度接单。 | #安静的前台 ¶ 报修拍一张照片即可提交，八成在客人回房之前完成。 ¶ #换班不丢单 ¶ 要求记录在房间上，早班没做完的，晚班一眼就能看到。
Cedar Point Hotels: a front desk without ringing phones | Requests arrive as messages, and repairs are taken by urgency. | #Quiet at the desk ¶ A repair is reported with a photo, and eighty percent are done before the guest is back. ¶ #Nothing is lost between shifts ¶ A request stays with the room, so the late shift sees what the early shift left open.
1 | report-builder | Brandt 实验室：让审计满意的报告 | 从四十张截图到一份签名的导出。 | #一次导出 ¶ 报告中的每个数字都能点开，看到对应的检测记录和操作人。 ¶ #审计用了一个上午 ¶ 过去准备材料要一周，今年审计员自己登录查看，只问了三个问题。
Brandt Laboratories: reports that satisfy auditors | From forty screenshots to one signed export. | #One export ¶ Every figure in a report opens the measurements behind it and the person who made them. ¶ #The audit took a morning ¶ Preparing the papers used to take a week. This year the auditors signed in themselves and had three questions.
2 | approvals | 审批流 3.0：可以撤回了 | 发现填错，不必再打电话请人退回。 | #撤回与转交 ¶ 审批完成之前，申请人可以撤回修改；审批人出差时可以转交，全程留痕。 ¶ #升级须知 ¶ 现有流程无需改动，撤回默认开启，可按流程关闭。
Approvals 3.0: requests can be withdrawn | No more calls to get a request back. | #Withdraw and delegate ¶ A request can be withdrawn and corrected until it is approved. Approvers can delegate while they travel, and every step is recorded. ¶ #When you upgrade ¶ Existing processes stay as they are. Withdrawing is on by default and can be switched off for each process.
2 | data-import | 导入向导会拒绝什么，为什么 | 十一种原因，每一种都附上行号。 | #先检查，再写入 ¶ 必填项为空、日期无效、重复的编号……所有问题在写入之前一次列出，附上行号和建议。 ¶ #改完再传 ¶ 可以下载只包含问题行的表格，改好后直接重新上传。
What the import wizard rejects, and why | Eleven reasons, each with a line number. | #Checked before it is written ¶ Missing values, wrong dates, numbers that exist already: all problems are listed with their line and a suggestion before anything is stored. ¶ #Correct and upload again ¶ Download a sheet with only the rejected lines, correct it and upload it again.
2 | payments-gateway | 退款原路返回，一次且仅一次 | 每笔退款都有自己的凭据。 | #退款也是一笔支付 ¶ 每笔退款带有独立的凭据号，网络超时后重试也不会重复退款。 ¶ #每晚对账 ¶ 退款与支付一起参加每晚的银行对账，差异第二天早上列出。
Refunds go back the way they came, exactly once | Every refund carries a key of its own. | #A refund is a payment ¶ A refund has its own key, so a retry after a timeout never pays twice. ¶ #Compared every night ¶ Refunds and payments are compared with the bank every night, and differences are listed in the morning.
2 | loyalty-points | 积分到期前，先告诉会员 | 提前三十天和七天各提醒一次，可随时关闭。 | #提前三十天 ¶ 到期前三十天和七天各提醒一次，消息中直接列出可兑换的礼品。 ¶ #由会员决定 ¶ 会员可以在会员中心关闭提醒，也可以只接收站内消息。
Members hear about points before they expire | Reminders 30 and 7 days before. Members can turn them off. | #Thirty days before ¶ Members are reminded thirty and seven days before points expire, with the gifts they can choose. ¶ #The member decides ¶ Reminders can be switched off in the member center, or limited to notices there.
2 | wecom-connector | 企业微信连接器支持部门嵌套 | 组织架构再深也能逐级同步。 | #逐级同步 ¶ 最多支持十级部门，部门改名、合并后自动更新。 ¶ #离职即停用 ¶ 成员从企业微信移除后，账号在一分钟内停用，数据转交给部门负责人。
The WeCom connector understands nested departments | Organizations of any depth are copied level by level. | #Level by level ¶ Up to ten levels of departments are copied, and renamed or merged departments follow automatically. ¶ #Who leaves is locked out ¶ An account is closed within a minute after a member is removed from WeCom, and the data goes to the head of the department.
2 | webhook-relay | 一次推送失败后会重试多少次 | 六次，间隔逐渐拉长。 | #重试的节奏 ¶ 第一次重试在三十秒之后，随后是两分钟、十分钟、一小时、六小时和二十四小时。 ¶ #一周内可以补发 ¶ 推送内容保存七天，可在后台手动补发任意一次。
How often is a webhook retried? | Six times, with growing pauses. | #The pauses ¶ The first retry comes after 30 seconds, the next after 2 minutes, 10 minutes, 1 hour, 6 hours and 24 hours. ¶ #Kept for a week ¶ Deliveries are kept for seven days, and each can be sent again manually.
2 | knowledge-base | 一篇文章什么时候算过期 | 由作者设定，读者可以提醒。 | #复查日期 ¶ 每篇文章都有复查日期，到期提醒作者；三十天未处理则标记为“可能过时”。 ¶ #读者的反馈 ¶ 读者可以一键提醒作者更新，提醒合并发送，不会打扰。
When is an article out of date? | The author sets a date, and readers can send a reminder. | #A date for review ¶ Every article has a date on which its author is reminded. After thirty days without an answer it is marked as possibly out of date. ¶ #What readers can do ¶ Readers ask for an update with one click. Their reminders are collected and sent together.
2 | data-masking | 脱敏字段无法通过排序猜出来 | 看不到的值，也不能搜索、排序和导出。 | #不给猜测的机会 ¶ 无权查看的字段不参与搜索、筛选、排序和导出，接口返回的也是脱敏后的值。 ¶ #查看有记录 ¶ 有权查看完整值的人，每次查看都写入审计日志。
Masked values cannot be guessed by sorting | Values you can’t see can’t be searched, sorted or exported either. | #No room for guesses ¶ A field that someone isn’t allowed to read takes no part in search, filters, order or export, and the interface returns it masked. ¶ #Every view is recorded ¶ Each time a permitted person opens the full value, the audit log says so.
2 | report-builder | 大屏的五个常见错误 | 字太小、颜色太多、没有结论。 | #先想结论 ¶ 一块屏只回答一个问题。先写下结论，再决定用哪张图。 ¶ #五个错误 ¶ - 字号小于观看距离的两百分之一 ¶ - 颜色超过五种 ¶ - 数字没有单位和日期 ¶ - 动画不停 ¶ - 没有写明谁负责
Five common mistakes on displays | Small letters, too many colors, no conclusion. | #Begin with the conclusion ¶ A display answers one question. Write the answer down before you choose a chart. ¶ #The five mistakes ¶ - Letters smaller than a two-hundredth of the distance ¶ - More than five colors ¶ - Figures without a unit and a date ¶ - Animation that never stops ¶ - No one is named as responsible
2 | shared-calendar | 两个日历，同一个下午 | 两个人同时移动一个会议时，会发生什么。 | #合并的规则 ¶ 一人改时间、一人改地点，两处修改自动合并。 ¶ #同时改时间 ¶ 后保存的人会看到对方的新时间，并决定保留哪一个；参会人只收到一次通知。
Two calendars, one afternoon | What happens when two people move the same meeting. | #How changes are merged ¶ If one person changes the time and another the room, both changes are kept. ¶ #When both change the time ¶ Whoever saves second sees the other time and decides. The guests are notified once.
2 | queue-tickets | 取号之后的等候时间是怎么算的 | 按当天每个窗口的实际速度滚动计算。 | #越用越准 ¶ 预计时间根据当天各窗口的办理速度每分钟更新，午休和换班也计算在内。 ¶ #按时出发 ¶ 轮到前二十分钟，系统发送短信，提醒市民出发。
How the waiting time of a ticket is computed | From the speed of every counter on the same day. | #Better during the day ¶ The estimate is updated every minute from the speed of all counters, including breaks and changes of shift. ¶ #When to leave home ¶ Twenty minutes before their turn, citizens get a message that it is time to leave.
2 | translator | 初稿不等于译文 | 翻译助手会标出什么，又绝不改动什么。 | #人工确认 ¶ 每一段译文都标明是否经人确认，未确认的内容不会发布。 ¶ #不翻译的内容 ¶ 数字、人名、地址与编号保持原样，术语按您的词表统一。
A draft is not a translation | What the translator marks, and what it never changes. | #Confirmed by a person ¶ Every paragraph shows whether a person has confirmed it. What is not confirmed is not published. ¶ #What is not translated ¶ Figures, names, addresses and numbers stay as they are, and terms follow your word list.`,
);

/** `article`: its index in the list above. */
export const facts = parseTranslatedTable(
  ['article', 'users', 'implemented', 'person'],
  ['country', 'industry', 'position', 'quotation'],
  `
0 | 420 | 2025-09-01 | Emma Clarke | 英国 | 物流 | 运营总监 | 三个港口不再互相打电话核对，而是一起解决问题。
United Kingdom | Logistics | Head of operations | The ports stopped checking lists with each other and began to solve problems together.
1 | 260 | 2025-11-18 | 马俊杰 | 中国 | 水务 | 运维总监 | 水泵一停，我们比用户先知道。
China | Water supply | Director of operations | When a pump stops, we know it before our customers do.
2 | 1800 | 2026-03-02 | 方志宏 | 中国 | 政务服务 | 政务服务科科长 | 群众少跑一趟，窗口少排一队。
China | Public service | Head of public services | One trip less for citizens, one queue less at the counter.
3 | 5200 | 2026-01-20 | 秦朗 | 中国 | 电子制造 | 首席信息官 | 统一不等于一刀切，各公司保留了自己的审批人。
China | Electronics | Chief information officer | One process does not mean one rule for all: every company kept its own approvers.
4 | 310 | 2025-12-10 | Grace Kim | 加拿大 | 酒店 | 总经理 | 前台终于有时间和客人说话了。
Canada | Hotels | General manager | At last the front desk has time to talk to guests.
5 | 95 | 2026-04-14 | Elke Brandt | 德国 | 检测实验室 | 实验室主任 | 过去审计要花一周，现在一个上午。
Germany | Laboratories | Head of laboratory | An audit used to cost us a week. Now it takes a morning.`,
);
