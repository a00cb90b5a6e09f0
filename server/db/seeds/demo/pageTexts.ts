/** The public demo site: cases, pages, banners and blocks of the home page. Chinese and English lines alternate. */
import { parseTranslatedTable } from './parseTable';

export const cases = parseTranslatedTable(
  [],
  ['title', 'info', 'description', 'content'],
  `
Northwind 物流：每天四千票货物，一块屏 | 每个港口每天少打两次电话 | 三个港口的调度员看着同一份实时列表，延误提前五小时发现。 | #客户 ¶ Northwind 物流在费利克斯托、鹿特丹和格但斯克三个港口经营集装箱运输，每天处理约四千票货物。 ¶ #问题 ¶ 三地各用一份表格，每天早晚两次电话核对，箱子延误往往要等客户来问才知道。 ¶ #做法 ¶ 用四周时间把三份表格合并为一份实时列表，每个集装箱一行。第一周调度员还会把列表打印出来，第二周就不再需要了。 ¶ #成效 ¶ - 港口之间的电话减少三分之二 ¶ - 延误平均提前五小时发现
Northwind: 4,000 shipments a day on one screen | Two fewer calls a day in each port | Dispatchers in three ports share one live list and see delays five hours earlier. | #The customer ¶ Northwind Logistics moves containers through Felixstowe, Rotterdam and Gdansk, about four thousand shipments a day. ¶ #The problem ¶ Each port kept its own spreadsheet. The ports called each other every morning and evening, and a delay was often noticed only when the customer asked. ¶ #What we did ¶ In four weeks the three spreadsheets became one live list with a row for each container. In the first week dispatchers still printed it; in the second week they stopped. ¶ #The result ¶ - Two thirds fewer calls between the ports ¶ - Delays are seen five hours earlier on average
百川水务：九百台水泵，一张表 | 最长停机从两天缩短到 38 分钟 | 水泵一停，对应的行立即变红，值班人员随即派人。 | #客户 ¶ 百川水务为武汉周边十一个乡镇供水，运行九百多台水泵。 ¶ #问题 ¶ 水泵停机要等用户报修才知道，抢修人员靠电话逐个联系。 ¶ #做法 ¶ 先接入最老的二十台水泵，它们最容易出故障；两周后全部接入。停机自动生成工单，派给最近的抢修人员。 ¶ #成效 ¶ - 最长停机时间由两天缩短到 38 分钟 ¶ - 夜间值班由四人减为两人
Baichuan Water: nine hundred pumps in one table | Longest outage down from two days to 38 minutes | When a pump stops, its row turns red and someone is sent immediately. | #The customer ¶ Baichuan Water supplies eleven towns around Wuhan and runs more than nine hundred pumps. ¶ #The problem ¶ The company learned about a stopped pump from its customers, and the repair teams were called one after the other. ¶ #What we did ¶ The twenty oldest pumps were connected first, because they fail most often; two weeks later all were connected. A stop becomes an order for the nearest team. ¶ #The result ¶ - The longest outage fell from two days to 38 minutes ¶ - Two people on the night shift instead of four
Bluebird 机器人：放心发版 | 31 次发布，零回滚 | 研发与客服共用一份清单：改了什么，影响哪些客户。 | #客户 ¶ Bluebird 机器人在柏林生产仓储机器人，软件每两周发布一次。 ¶ #问题 ¶ 客服常常从客户那里才知道新版本改了什么。 ¶ #做法 ¶ 每次发布对应一条记录，列出改动与受影响的客户；发布前由客服确认说明文字。 ¶ #成效 ¶ - 连续 31 次发布没有回滚 ¶ - 发布当天的来电减少四成
Bluebird Robotics: releases without surprises | 31 releases, none rolled back | Engineers and support share one list of what changed and for whom. | #The customer ¶ Bluebird Robotics builds warehouse robots in Berlin and releases software every two weeks. ¶ #The problem ¶ Support often learned from customers what a release had changed. ¶ #What we did ¶ Every release has a record with its changes and the customers they affect. Support approves the notes before the release goes out. ¶ #The result ¶ - 31 releases in a row without a rollback ¶ - Forty percent fewer calls on the day of a release
鼎盛食品：月结提前两天 | 门店与财务不再逐笔对账 | 门店能看到订单，看不到成本；会计两者都能看到，但只限自己的区域。 | #客户 ¶ 鼎盛食品在河南有 146 家门店和两座中央厨房。 ¶ #问题 ¶ 门店报表与财务账每月对不上，审计前要整理四十多张截图。 ¶ #做法 ¶ 订单、盘点与费用进入同一后台，权限细到字段和区域，修改前后的值保留一年。 ¶ #成效 ¶ - 月结由五天缩短到三天 ¶ - 审计资料一次导出
Dingsheng Foods: the month is closed two days earlier | No more comparing of shop and finance lists | Shops see orders but not costs; accountants see both, for their own region. | #The customer ¶ Dingsheng Foods has 146 shops and two central kitchens in Henan. ¶ #The problem ¶ Shop reports and accounts never matched at the end of a month, and an audit needed more than forty screenshots. ¶ #What we did ¶ Orders, stock counts and expenses moved into one console, with permissions by field and region. The values before and after a change are kept for a year. ¶ #The result ¶ - The month is closed in three days instead of five ¶ - One export for the auditors
Osprey 水系统：备件先于故障到场 | 重复上门减少六成 | 工程师出发前就知道该带哪个备件。 | #客户 ¶ Osprey 水系统为美国西海岸的工厂维护水处理设备。 ¶ #问题 ¶ 三次上门中有一次因为没带对备件而白跑。 ¶ #做法 ¶ 设备档案、历史工单与备件库存放在同一处，派单时自动列出最可能需要的备件。 ¶ #成效 ¶ - 重复上门减少六成 ¶ - 工程师每天多完成一单
Osprey Water Systems: the right part on the first visit | Sixty percent fewer second visits | Engineers know which spare part to take before they leave. | #The customer ¶ Osprey Water Systems maintains water treatment plants for factories on the west coast of the United States. ¶ #The problem ¶ One visit in three failed because the right part was not in the van. ¶ #What we did ¶ Device files, past orders and stock are in one place, and every order lists the parts that are most likely needed. ¶ #The result ¶ - Sixty percent fewer second visits ¶ - One more order a day for each engineer
华岳建筑设计：图纸只有一个版本 | 图纸错用降为零 | 现场看到的永远是最新版本。 | #客户 ¶ 华岳建筑设计在上海同时推进三十多个项目。 ¶ #问题 ¶ 工地曾按作废的图纸施工，返工损失二十多万元。 ¶ #做法 ¶ 每张图纸有唯一编号和二维码，新版发布后旧版自动标记为作废，现场扫码即可核对。 ¶ #成效 ¶ - 一年内没有再用错图纸 ¶ - 变更通知当天送达所有施工方
Huayue Architects: one version of every drawing | No wrong drawing on site for a year | What people see on site is always the latest version. | #The customer ¶ Huayue Architects in Shanghai works on more than thirty projects at a time. ¶ #The problem ¶ A site once built from a withdrawn drawing, and the repair cost more than 200,000 yuan. ¶ #What we did ¶ Every drawing has a number and a code. A new version withdraws the old one, and a scan on site tells whether a print is valid. ¶ #The result ¶ - No wrong drawing was used in a year ¶ - Changes reach all builders on the same day
Cedar Point 酒店：房态不用再问 | 办理入住缩短 11 分钟 | 客房、维修与前台共用同一份房态。 | #客户 ¶ Cedar Point 酒店在温哥华经营四家酒店，共 620 间客房。 ¶ #问题 ¶ 前台靠电话询问房间是否就绪，下午三点最忙的时候常常占线。 ¶ #做法 ¶ 客房人员用手机代替纸质清单，打扫完成即更新房态；报修附照片，维修按紧急程度接单。 ¶ #成效 ¶ - 办理入住平均缩短 11 分钟 ¶ - 八成报修在客人回房前完成
Cedar Point Hotels: nobody has to ask for a room | Check-in takes 11 minutes less | Housekeeping, repairs and the front desk share one state of every room. | #The customer ¶ Cedar Point runs four hotels with 620 rooms in Vancouver. ¶ #The problem ¶ The desk called the floors to ask for rooms, and at three in the afternoon the line was always busy. ¶ #What we did ¶ Housekeepers got phones instead of paper lists and update a room when it is done. Repairs come with a photo and are taken by urgency. ¶ #The result ¶ - Check-in takes 11 minutes less on average ¶ - Eighty percent of repairs are done before the guest is back
北辰教育：四十所学校，一张课表 | 调课一分钟通知 | 每次调课在同一分钟出现在师生的手机上。 | #客户 ¶ 北辰教育在辽宁合作办学，覆盖四十所职业学校。 ¶ #问题 ¶ 课表分散在各校，调课靠电话，教室冲突时有发生。 ¶ #做法 ¶ 从三所学校试点开始，一学期后推广到四十所；保存课表时自动检查教师、教室与班级冲突。 ¶ #成效 ¶ - 重复排课减少八成 ¶ - 课时费按考勤自动结算
Beichen Education: one timetable for forty schools | Changes announced within a minute | Every change appears on the phones of teachers and students in the same minute. | #The customer ¶ Beichen Education works with forty vocational schools in Liaoning. ¶ #The problem ¶ Every school kept its own timetable. Changes were made by phone, and rooms were booked twice. ¶ #What we did ¶ Three schools began, and after one term all forty followed. Conflicts of teachers, rooms and classes are checked when a lesson is saved. ¶ #The result ¶ - Eighty percent fewer double bookings ¶ - Teaching fees are settled from attendance`,
);

export const pages = parseTranslatedTable(
  ['slug'],
  ['title', 'seo_title', 'seo_description', 'content'],
  `
about | 关于我们 | 关于中庭软件 | 中庭软件为多人协作的企业与政务部门开发实时业务系统，在杭州和柏林设有团队。 | #我们做什么 ¶ 中庭软件开发多人实时协作的业务系统。企业用它管理订单、库存与审批，政务部门用它受理和办理事项。 ¶ #我们是谁 ¶ 公司成立于 2016 年，现有 54 位同事，在杭州和柏林办公，服务十九个国家的 312 家客户。公司由创始团队持有，没有外部投资人。 ¶ #我们坚持的事 ¶ - 界面与文档的每一句话都有中英文两个版本 ¶ - 客户的数据归客户所有，随时可以完整导出 ¶ - 工作日内的每一封来信都在一天内回复
About us | About Atrium | Atrium builds real-time business software for companies and public offices, with teams in Hangzhou and Berlin. | #What we do ¶ Atrium builds business software for people who work at the same time. Companies use it for orders, stock and approvals; public offices use it to receive and process applications. ¶ #Who we are ¶ The company was founded in 2016. Today 54 people in Hangzhou and Berlin work for 312 customers in nineteen countries. It is owned by its founders and has no outside investors. ¶ #What we believe in ¶ - Every sentence of our software and documents exists in Chinese and in English ¶ - Customers own their data and can export all of it at any time ¶ - Every message is answered within one working day
contact | 联系我们 | 联系中庭软件 | 中英文均可咨询产品、报价与技术支持，一个工作日内回复。 | #写信给我们 ¶ 请通过联系表单留言，或发送邮件至 hello@atrium.example.com，中英文均可，一个工作日内回复。 ¶ #电话 ¶ 400-000-0000，周一至周五 9:00–18:00，中英文服务。 ¶ #地址 ¶ 杭州市滨江区滨江园区 3 号楼 5 层
Contact | Contact Atrium | Ask about products, prices and support in Chinese or English. We answer within one working day. | #Write to us ¶ Use the contact form or write to hello@atrium.example.com, in Chinese or English. We answer within one working day. ¶ #By phone ¶ 400-000-0000, Monday to Friday, 9 am to 6 pm, in both languages. ¶ #Address ¶ Floor 5, Building 3, Riverside Park, Binjiang District, Hangzhou, China
privacy | 隐私政策 | 隐私政策 | 我们收集哪些信息、保存多久，以及如何查询、更正和删除。 | #我们收集的信息 ¶ 我们只收集提供服务所需的信息：您填写的姓名、联系方式与单位，以及使用服务时产生的操作记录。 ¶ #保存期限 ¶ - 联系与试用申请：处理完毕后保存一年 ¶ - 操作记录：保存一年，其中的网络地址在九十天后删除 ¶ - 账户信息：账户注销后三十天内删除 ¶ #您的权利 ¶ 您可以随时查询、更正或要求删除您的信息，请发送邮件至 privacy@atrium.example.com，我们在三十天内完成。 ¶ #第三方 ¶ 我们不出售个人信息，也不在网站上使用第三方广告跟踪。
Privacy policy | Privacy policy | Which information we collect, how long we keep it, and how to see, correct or delete it. | #What we collect ¶ We collect only what the service needs: the name, contact details and company you enter, and records of how the service is used. ¶ #How long we keep it ¶ - Contact and trial requests: one year after they are closed ¶ - Records of use: one year; network addresses are removed after ninety days ¶ - Account data: deleted within thirty days after the account is closed ¶ #Your rights ¶ You can see, correct or delete your information at any time. Write to privacy@atrium.example.com, and we will do it within thirty days. ¶ #Third parties ¶ We do not sell personal information, and this site uses no advertising trackers.
terms | 服务条款 | 服务条款 | 使用中庭软件网站与服务的约定：账户、费用、数据与责任。 | #服务内容 ¶ 中庭软件按月提供在线服务，也提供本地部署版本。功能与支持范围以订单为准。 ¶ #账户 ¶ 请妥善保管账户和密码；发现异常请立即通知我们，我们会协助结束其他登录。 ¶ #费用与终止 ¶ 费用按月预付，可随时终止，终止后不再收取下月费用。 ¶ #数据 ¶ 您的数据归您所有。服务终止后三十天内可以完整导出，之后我们将其删除。 ¶ #适用法律 ¶ 本条款适用中华人民共和国法律，争议由杭州市滨江区人民法院管辖。
Terms of service | Terms of service | The rules for using the site and the service of Atrium: accounts, fees, data and liability. | #The service ¶ Atrium is offered as an online service by the month and as software for your own servers. Your order says which functions and which support it includes. ¶ #Your account ¶ Keep your password to yourself. Tell us immediately if you notice a sign-in that was not yours; we help you to end it. ¶ #Fees and cancellation ¶ Fees are paid monthly in advance. You may cancel at any time and pay nothing for the following month. ¶ #Your data ¶ You own your data. For thirty days after the end of the service you can export all of it; then we delete it. ¶ #Law ¶ These terms are governed by the law of the People’s Republic of China. The court of Binjiang District in Hangzhou has jurisdiction.
careers | 加入我们 | 加入中庭软件 | 后端工程师、产品设计师与技术支持工程师正在招聘，可在杭州、柏林或远程工作。 | #开放职位 ¶ - 后端工程师（TypeScript，杭州或远程） ¶ - 产品设计师（杭州） ¶ - 技术支持工程师（中英双语，远程） ¶ #我们如何面试 ¶ 一次谈话，一项带薪的小任务，五个工作日内给出附有理由的答复。 ¶ #我们提供 ¶ 每周四十小时，每年二十天年假，自选设备，每人每年一万元学习经费。 ¶ #申请 ¶ 请将一页自我介绍发送至 jobs@atrium.example.com。
Careers | Careers at Atrium | We are hiring engineers, a product designer and support staff in Hangzhou, Berlin or remote. | #Open positions ¶ - Backend engineer (TypeScript, Hangzhou or remote) ¶ - Product designer (Hangzhou) ¶ - Support engineer (Chinese and English, remote) ¶ #How we interview ¶ One conversation, one small paid task, and an answer with reasons within five working days. ¶ #What we offer ¶ Forty hours a week, twenty days of leave, equipment of your choice, and 10,000 yuan a year for training. ¶ #How to apply ¶ Send one page about yourself to jobs@atrium.example.com.
help | 帮助中心 | 帮助中心 | 登录、导入数据、邀请同事与权限设置的常见问题。 | #登录 ¶ 忘记密码时，在登录页点击“忘记密码”，用注册邮箱或手机号接收验证码即可重设。 ¶ #导入数据 ¶ 在列表页选择“导入”，上传 Excel 或 CSV。系统会先列出全部问题及行号，确认后才写入。 ¶ #邀请同事 ¶ 在“管理员”中添加同事，选择角色组并设置初始密码。请单独告知对方密码，对方可在个人资料中修改。 ¶ #权限 ¶ 角色组决定能看到哪些菜单、记录和字段。修改角色组后立即生效，无需重新登录。 ¶ #仍未解决 ¶ 请写信至 support@atrium.example.com，并附上截图和发生时间。
Help | Help center | Answers about signing in, importing data, inviting colleagues and permissions. | #Signing in ¶ If you forgot your password, choose “Forgot password” on the sign-in page. You set a new one with a code sent to your email address or phone. ¶ #Importing data ¶ Choose “Import” above a list and upload an Excel or CSV file. All problems are listed with their line before anything is written. ¶ #Inviting colleagues ¶ Add a colleague under “Admins”, choose a role group and set a first password. Tell the person the password; they can change it in their profile. ¶ #Permissions ¶ A role group decides which menus, records and fields people see. A change takes effect immediately, without signing in again. ¶ #Still stuck? ¶ Write to support@atrium.example.com with a screenshot and the time it happened.`,
);

export const banners = parseTranslatedTable(
  ['jump_url'],
  ['title', 'sub_title'],
  `
/products | 多人实时协作的业务后台 | 同事的每一次保存，您都能立即看到
The back office that updates live | You see every change the moment a colleague saves it
/solutions | 让群众少跑一趟 | 一次提交，部门之间自动流转，进度随时可查
Fewer trips to the office | Submit papers once and follow every step
/plugins | 插件按需添加 | 从审批流到物联网网关，安装后立即可用
Plugins as you need them | From approvals to the IoT gateway, ready as soon as they are installed
/trial | 用您自己的数据试用三十天 | 中英文界面，无需绑定支付方式
Try it with your own data | Thirty days, in Chinese and English, without a credit card
/cases | 看看客户怎么用 | 八个行业，八个真实案例
How our customers work | Eight stories from eight industries`,
);

/** Lists are separated by `;`. */
export const blocks = parseTranslatedTable(
  ['name'],
  ['titles', 'contents'],
  `
hero | 会动的业务后台;多人同时编辑，互不覆盖 | 列表、表单与审批对所有人实时同步。;从一张现有表格开始，两周上线。
The back office that moves;Several people, one record, no lost work | Lists, forms and approvals are the same for everyone at every moment.;Start with one spreadsheet and go live in two weeks.
numbers | 十年，值得信赖 | 312 家客户;19 个国家;54 位同事;99.95% 可用率
Ten years in numbers | 312 customers;19 countries;54 colleagues;99.95% availability
products | 六个产品，一套底座 | 办公、政务、外勤、零售、洞察与园区，共用同一套权限与数据。
Six products on one platform | Office, Citizen, Field, Retail, Insight and Campus share the same permissions and the same data.
plugins | 即装即用的插件 | 从审批流到物联网网关，插件按需添加。
Plugins for what you need next | Plugins from approvals to the IoT gateway.
cases | 客户怎么说 | 物流、水务、酒店、教育……八个行业的真实经验。
What our customers say | Logistics, water, hotels, schools: what eight industries have learned.
contact | 聊聊您的业务 | 留下联系方式，一个工作日内回复。
Tell us about your work | Leave your contact details. We answer within one working day.`,
);
