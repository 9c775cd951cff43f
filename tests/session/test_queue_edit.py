"""The queue that can be edited, against a model of pi's: nothing is lost or doubled, whatever meets whatever."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from pitui.protocol.commands import StreamingBehavior
from pitui.protocol.content import ImageContent, text_of
from pitui.protocol.events import AgentSettled, AgentStart, MessageStart, QueueUpdate
from pitui.protocol.messages import UserMessage
from pitui.session.flux import Flux
from pitui.session.queue_edit import BEYOND_RECALL, Clear, MessageQueue, Send
from pitui.session.queue_in_pi import Moment
from pitui.session.waiting import LANES, Waiting, Where
from tests.session.model_pi import ClearAnswer, ClearLine, ModelPi, PromptAnswer, PromptLine


class Client:
    """What stands between the user and pi: the queue, fed with what pi was heard to say."""

    def __init__(self, pi: ModelPi) -> None:
        """Serve a pi."""
        self.pi = pi
        self.queue = MessageQueue()
        self.queue.can_clear = pi.gives_back
        self.flux = Flux()
        self.running = False

    @property
    def moment(self) -> Moment:
        """What pi can take, as far as is known here."""
        if not self.running:
            return Moment.IDLE
        return Moment.TOOLS if self.flux.in_tools else Moment.WORKING

    def send(self) -> bool:
        """Give pi the next command, if there is one."""
        match self.queue.next(self.moment):
            case Send(message):
                self.queue.sending(message, self.moment)
                self.pi.commands.append(PromptLine(message.text, message.lane))
            case Clear() if not self.flux.is_open:
                self.queue.clearing()
                self.pi.commands.append(ClearLine())
            case _:
                return False
        return True

    def hear(self) -> None:
        """Hear the next that pi said."""
        match record := self.pi.said.popleft():
            case PromptAnswer(disposition):
                self.queue.accepted(disposition)
                self.running = self.running or disposition == "started"
            case ClearAnswer(steering, follow_up):
                self.queue.cleared(steering, follow_up, in_flux=self.flux.is_open)
            case _:
                self.flux.see(record)
                match record:
                    case AgentStart():
                        self.running = True
                    case AgentSettled():
                        self.running = False
                        self.queue.settled()
                    case QueueUpdate():
                        self.queue.pi_has(record.steering, record.follow_up)
                    case MessageStart(message=UserMessage() as message):
                        self.queue.user_message(text_of(message.content))
                    case _:
                        pass
        self.doubt()

    def doubt(self) -> None:
        """End the doubt when pi has said all: because it went on, or because it said nothing more for a while."""
        if self.flux.is_open and not self.pi.said and not self.pi.taken and self.pi.running:
            self.flux.is_open = False
        if not self.flux.is_open:
            self.queue.out_of_flux()


class Use:
    """A user, and what should become of each message."""

    def __init__(self, data: st.DataObject, *, gives_back: bool) -> None:
        """Use a fresh queue."""
        self.data = data
        self.pi = ModelPi(gives_back)
        self.client = Client(self.pi)
        self.newest: dict[str, str] = {}
        self.removed: set[str] = set()
        self.back: list[str] = []
        self.late: list[Waiting] = []

    def step(self) -> None:
        """Let anybody do something."""
        match self.data.draw(st.sampled_from(("user", "user", "send", "read", "work", "hear", "hear"))):
            case "user":
                self._user()
            case "send":
                self.client.send()
            case "read" if self.pi.commands:
                self.pi.read()
            case "work":
                self.pi.work(tools=self.data.draw(st.booleans()))
            case "hear" if self.pi.said:
                self.client.hear()
            case _:
                pass
        self._take_late()

    def finish(self) -> None:
        """Go on until nothing waits and pi is idle."""
        queue = self.client.queue
        for message in queue.shown:
            queue.hold(message, False)
        for _ in range(2000):
            self.client.doubt()
            if self.pi.said:
                self.client.hear()
            elif self.pi.commands:
                self.pi.read()
            elif not self.client.send():
                if not self.pi.running and not queue.shown:
                    self._take_late()
                    return
                self.pi.work(tools=False)
        raise AssertionError(f"it never ends: {[(m.text, m.where) for m in queue.shown]}")

    def _take_late(self) -> None:
        self.late += self.client.queue.too_late
        self.client.queue.too_late.clear()

    def _user(self) -> None:
        queue = self.client.queue
        kind = self.data.draw(
            st.sampled_from(("send", "send", "edit", "remove", "up", "down", "lane", "hold", "back"))
        )
        if kind == "send":
            name = f"m{len(self.newest)}"
            lane: StreamingBehavior = self.data.draw(st.sampled_from(LANES))
            self.newest[name] = f"{name} 1"
            queue.add(Waiting(f"{name} 1", lane))
        elif kind == "back":
            self.back += [message.text for message in queue.take_back()]
        elif queue.shown:
            message = self.data.draw(st.sampled_from(queue.shown))
            if queue.refusal(message) is None:
                self._change(kind, message)

    def _change(self, kind: str, message: Waiting) -> None:
        queue = self.client.queue
        name, version = message.text.split()
        match kind:
            case "edit":
                self.newest[name] = f"{name} {int(version) + 1}"
                queue.edit(message, self.newest[name], "", ())
            case "remove":
                self.removed.add(name)
                queue.remove(message)
            case "up" | "down":
                queue.move(message, -1 if kind == "up" else 1)
            case "lane":
                queue.switch_lane(message)
            case _:
                queue.hold(message, not message.held)


@given(st.data(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_nothing_is_lost_or_doubled(data: st.DataObject, gives_back: bool) -> None:
    use = Use(data, gives_back=gives_back)
    for _ in range(data.draw(st.integers(5, 60))):
        use.step()
    use.finish()
    times = Counter(text.split()[0] for text in use.pi.delivered)
    assert all(count == 1 for count in times.values())
    late = [message.text for message in use.late]
    for name, newest in use.newest.items():
        delivered = next((text for text in use.pi.delivered if text.split()[0] == name), None)
        if name in use.removed:
            assert delivered is None or newest in late
            assert newest not in use.back
        elif delivered == newest:
            assert newest not in use.back
        elif delivered is None:
            assert use.back.count(newest) == 1
        else:
            assert newest in late


def running(*, gives_back: bool = True) -> Client:
    """A client whose pi works on a prompt, in the middle of an answer."""
    client = Client(ModelPi(gives_back))
    client.queue.add(Waiting("go", "steer"))
    client.send()
    client.pi.read()
    client.pi.work(tools=False)
    while client.pi.said:
        client.hear()
    return client


def exchange(client: Client) -> None:
    """Send all that can be sent, and hear the answers."""
    while client.send():
        while client.pi.commands:
            client.pi.read()
        while client.pi.said:
            client.hear()


def texts(client: Client) -> list[str]:
    return [message.text for message in client.queue.shown]


def test_a_message_that_an_extension_queued_is_shown_and_can_be_changed() -> None:
    client = running()
    client.queue.pi_has(["from an extension"], [])
    message = client.queue.shown[0]
    assert message.is_foreign
    assert client.queue.refusal(message) is None


def test_an_expanded_template_keeps_the_words_of_the_user() -> None:
    client = running()
    client.queue.add(Waiting("/review io.py", "steer"))
    message = client.queue.shown[0]
    client.queue.sending(message, client.moment)
    client.queue.pi_has(["Review io.py carefully."], [])
    client.queue.accepted("queued")
    assert texts(client) == ["/review io.py"]
    assert message.where is Where.IN_PI
    client.queue.pi_has([], [])
    assert texts(client) == []


def test_a_message_rewritten_by_an_extension_is_still_the_users() -> None:
    client = running()
    client.queue.add(Waiting("hello", "steer"))
    client.queue.sending(client.queue.shown[0], client.moment)
    client.queue.pi_has(["HELLO"], [])
    client.queue.accepted("queued")
    assert texts(client) == ["hello"]


def test_of_two_equal_messages_the_first_is_delivered() -> None:
    client = running()
    first, second = Waiting("again", "steer"), Waiting("again", "steer")
    client.queue.add(first)
    client.queue.add(second)
    exchange(client)
    client.queue.pi_has(["again"], [])
    assert client.queue.shown == [second]


def test_an_image_without_words_is_no_ghost_where_pi_never_takes_it_out() -> None:
    client = running()
    image = ImageContent(data="", mime_type="image/png")
    for _ in range(2):
        client.queue.add(Waiting("", "steer", (image,)))
    for message in client.queue.shown:
        client.queue.sending(message, client.moment)
        client.queue.pi_has([""] * (client.queue.shown.index(message) + 1), [])
        client.queue.accepted(None)
    client.queue.user_message("")
    assert len(client.queue.shown) == 1
    client.queue.pi_has(["", "", "words"], [])
    assert texts(client) == ["", "words"]


def test_an_image_without_words_goes_once_where_pi_takes_it_out() -> None:
    client = running()
    client.queue.pi_has(["", ""], [])
    client.queue.pi_has([""], [])
    client.queue.user_message("")
    assert texts(client) == [""]


def test_an_old_pi_gets_messages_late_and_says_when_it_is_too_late() -> None:
    client = running(gives_back=False)
    for text in "one", "two":
        client.queue.add(Waiting(text, "steer"))
    client.queue.add(Waiting("then", "followUp"))
    exchange(client)
    assert all(message.where is Where.HERE for message in client.queue.shown)
    client.flux.in_tools = True
    exchange(client)
    assert [message.where for message in client.queue.shown] == [Where.IN_PI, Where.HERE, Where.HERE]
    assert client.queue.refusal(client.queue.shown[0]) == BEYOND_RECALL


def test_a_lost_pi_gives_everything_back() -> None:
    client = running()
    for text in "one", "two":
        client.queue.add(Waiting(text, "followUp"))
    client.send()
    assert [message.text for message in client.queue.give_up()] == ["one", "two"]
    assert client.queue.next(Moment.IDLE) is None
