"""A local etcd cluster with three members for the campaigns. Members can be killed, suspended, and restored."""
import base64
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time


def need_etcd():
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        sys.exit("etcd or etcdctl isn't installed. Run 'apt-get install etcd-server etcd-client'.")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Node:
    """A member with its client port, process, and directory."""

    def __init__(self, folder, index, ports):
        self.index, self.client = index, ports[index][0]
        self.data = f"{folder}/n{index}"
        self.members = ",".join(f"n{i}=http://127.0.0.1:{peer}" for i, (_, peer) in enumerate(ports))
        self.url, self.peer = (f"http://127.0.0.1:{port}" for port in ports[index])
        self.command = [
            "etcd", "--name", f"n{index}", "--data-dir", self.data, "--log-level", "fatal",
            "--logger", "zap", "--listen-client-urls", self.url, "--advertise-client-urls",
            self.url, "--listen-peer-urls", self.peer, "--initial-advertise-peer-urls", self.peer,
            "--initial-cluster", self.members, "--heartbeat-interval", "100",
            "--election-timeout", "1000"]
        self.process, self.state = None, "down"

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.state = "up"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.state = "down"

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)
        self.state = "frozen"

    def repair(self):
        """Starts or resumes the member, depending on its state."""
        if self.state == "down":
            self.start()
        elif self.state == "frozen":
            self.process.send_signal(signal.SIGCONT)
        self.state = "up"

    def leads(self):
        try:
            out = self.control("endpoint", "status", "-w", "json")
            status = json.loads(out or b"")[0]["Status"]
            return status["leader"] == status["header"]["member_id"]
        except (ValueError, IndexError, KeyError):
            return False

    def control(self, *words):
        """Returns the output of etcdctl, or None if it fails or exceeds a limit that allows for a busy computer."""
        try:
            done = subprocess.run(
                ["etcdctl", "--endpoints", self.url, "--command-timeout", "1s", *words],
                env=dict(os.environ, ETCDCTL_API="3"), stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, timeout=3)
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None


class Cluster:
    """A cluster with three members in one directory."""

    def __init__(self, folder):
        need_etcd()
        self.folder = folder
        ports = free_ports(6)
        self.nodes = [Node(folder, i, list(zip(ports[:3], ports[3:]))) for i in range(3)]
        self.endpoints = ",".join(f"127.0.0.1:{node.client}" for node in self.nodes)
        for node in self.nodes:
            node.start()
        self.wait()

    def wait(self):
        """Waits until the cluster has a leader that responds."""
        for _ in range(200):
            if any(node.leads() for node in self.nodes):
                return
            time.sleep(0.1)
        sys.exit("The etcd cluster doesn't start.")

    def is_healthy(self):
        return all(node.state == "up" for node in self.nodes)

    def repair(self):
        if not self.is_healthy():
            for node in self.nodes:
                node.repair()
            self.wait()

    def leader(self):
        return next((node for node in self.nodes if node.leads()), random.choice(self.nodes))

    def save(self, path):
        """Saves a snapshot the way an administrator does."""
        self.nodes[0].control("snapshot", "save", path)
        return os.path.exists(path)

    def restore(self, path):
        """Restores all members from the snapshot."""
        for node in self.nodes:
            node.repair()
            node.kill()
            shutil.rmtree(node.data)
            subprocess.run(
                ["etcdctl", "snapshot", "restore", path, "--name", f"n{node.index}", "--data-dir",
                 node.data, "--initial-cluster", node.members, "--initial-advertise-peer-urls",
                 node.peer], env=dict(os.environ, ETCDCTL_API="3"), check=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for node in self.nodes:
            node.start()
        self.wait()

    def content(self, *options):
        """Returns all contents. Retries until a member responds, because no response doesn't mean an empty store."""
        for number in range(60):
            content = self.nodes[number % 3].control("get", "--prefix", "", *options)
            if content is not None:
                return content
        sys.exit("The etcd cluster doesn't respond.")

    def values(self):
        """Returns the value of each key."""
        entries = json.loads(self.content("--write-out=json")).get("kvs", [])
        return [base64.b64decode(entry["value"]) for entry in entries]

    def end(self):
        for node in self.nodes:
            if node.process:
                node.process.send_signal(signal.SIGCONT)
                node.kill()
